internal import AppClips
internal import Provisioning
internal import Registry

/// Looks up which sign of a batch a scanned code belongs to.
struct SignFinder: Sendable {
    let storage: any RegistryStorage
    let batch: BatchName

    func sign(of scanned: String) async throws -> Tag {
        let code = String(scanned.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        let found = try await tags(of: code)
        guard let batch = try await storage.batch(batch) else { throw RegistryError.unknownBatch(batch) }
        return try batch.sign(of: code, found: found)
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
