internal import AppClips
internal import Registry

/// Which sign of a batch a scanned code belongs to.
///
/// A sign with NFC and QR is two tags with two identifiers, often in two batches; what they have in common is the store
/// and the placement.
struct SignFinder: Sendable {
    let storage: any RegistryStorage
    let batch: BatchName

    /// The NFC tag of the sign that carries a code. Several may fit: then nothing is guessed.
    func sign(of scanned: String) async throws -> Tag {
        let code = String(scanned.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        let found = try await tags(of: code)
        guard !found.isEmpty else {
            throw StationError(
                .unknownCode, "the code \"\(code.prefix(120))\" is not known",
                why: "no tag of this station has it as its URL or identifier",
                next: "scan the QR code of the sign, or type the tag's identifier")
        }
        guard let whole = try await storage.batch(batch) else { throw RegistryError.noBatch(batch) }
        let own = whole.tags.filter { $0.medium == .nfc && $0.state != .retired }
        let named = own.filter { tag in found.contains { $0.id == tag.id } }
        let signs =
            named.isEmpty
            ? own.filter { tag in found.contains { $0.store == tag.store && $0.placement == tag.placement } } : named
        guard let sign = signs.first else {
            let places = Set(found.map { "\($0.store), \($0.placement)" }).sorted().prefix(3).joined(separator: "; ")
            throw StationError(
                .otherBatch, "the code is not a sign of batch \(batch)",
                why: "it belongs to \(places), and the batch has no NFC tag there",
                next: "put the sign aside, or write the batch that it belongs to")
        }
        guard signs.count == 1 else {
            throw StationError(
                .ambiguousCode, "it is not clear which tag is meant",
                why: "\(signs.count) tags fit: \(signs.prefix(5).map(\.id.text).joined(separator: ", "))",
                next: "type the identifier of the tag")
        }
        return sign
    }

    private func tags(of code: String) async throws -> [Tag] {
        let byURL = try await storage.tags(withURL: code)
        guard byURL.isEmpty else { return byURL }
        if let id = TagID(code), let tag = try await storage.tag(id) { return [tag] }
        // Whichever deployment's template reads it, the tag's identifier is one.
        let reading = try await storage.templates().reading(of: code, owner: nil)
        guard let name = reading?.values["tag"], let id = TagID(name) else { return [] }
        return try await storage.tag(id).map { [$0] } ?? []
    }
}
