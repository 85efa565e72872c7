internal import Faults
package import Registry

extension Batch {
    /// The NFC tag of the sign that carries a scanned code. Several may fit: then nothing is guessed.
    ///
    /// A sign with NFC and QR is two tags with two identifiers, often in two batches; what they have in common is the
    /// store and the placement. `found`: the tags of any batch that have the code as their URL or identifier.
    package func sign(of code: String, found: [Tag]) throws(WriteJobRefusal) -> Tag {
        guard !found.isEmpty else {
            throw WriteJobRefusal(
                .unknownCode, "the code \"\(code.prefix(120))\" is not known",
                why: "no tag of this station has it as its URL or identifier",
                next: "scan the QR code of the sign, or type the tag's identifier")
        }
        let own = tags.filter { $0.medium == .nfc && $0.state != .retired }
        let named = own.filter { tag in found.contains { $0.id == tag.id } }
        let signs =
            named.isEmpty
            ? own.filter { tag in found.contains { $0.store == tag.store && $0.placement == tag.placement } } : named
        guard let sign = signs.first else {
            let places = Set(found.map { "\($0.store), \($0.placement)" }).sorted().prefix(3).joined(separator: "; ")
            throw WriteJobRefusal(
                .otherBatch, "the code is not a sign of batch \(name)",
                why: "it belongs to \(places), and the batch has no NFC tag there",
                next: "put the sign aside, or write the batch that it belongs to")
        }
        guard signs.count == 1 else {
            throw WriteJobRefusal(
                .ambiguousCode, "it is not clear which tag is meant",
                why: "\(signs.count) tags fit: \(signs.prefix(5).map(\.id.text).joined(separator: ", "))",
                next: "type the identifier of the tag")
        }
        return sign
    }
}
