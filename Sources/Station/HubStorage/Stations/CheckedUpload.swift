internal import Cryptography
internal import Faults
internal import Grants
internal import Registry
internal import Storage

/// Entries that are a chain in themselves, and that its station has signed.
struct CheckedUpload {
    let chain: ChainName
    let entries: [JournalEntry]
    /// Of each entry.
    let digests: [String]

    /// Entries of one upload.
    static let longest = 10_000

    /// `key`: the station's, in hexadecimal. Throws `bad-entries`.
    init(_ upload: ChainUpload, key: String) throws {
        guard upload.entries.count <= Self.longest else {
            throw GrantError.badEntries("\(upload.entries.count) are more than \(Self.longest) at once")
        }
        var digests: [String] = []
        for entry in upload.entries {
            guard let complaint = entry.complaint(after: upload.entries.first, digests) else {
                digests.append(try entry.digest())
                continue
            }
            throw GrantError.badEntries("entry \(entry.sequence) \(complaint)")
        }
        (chain, entries, self.digests) = (upload.chain, upload.entries, digests)
        guard let last else { return }
        let text = ChainUpload.signedText(upload.chain, last)
        guard upload.signature.utf8.count == 2 * Ed25519PrivateKey.signatureSize,
            let signature = [UInt8](hexadecimalText: upload.signature), let bytes = [UInt8](hexadecimalText: key),
            try Ed25519PublicKey(bytes).verifies(signature, of: Array(text.utf8))
        else { throw GrantError.badEntries("the signature of entry \(last.sequence) is not the station's") }
    }

    var last: JournalPoint? {
        guard let entry = entries.last, let digest = digests.last else { return nil }
        return JournalPoint(sequence: entry.sequence, digest: digest)
    }

    /// What is behind a head, where the entries continue the chain that ends there; nil where they do not.
    func entries(after head: ChainPlace) -> ArraySlice<JournalEntry>? {
        guard let first = entries.first else { return [] }
        let known = Int(clamping: head.sequence - first.sequence + 1)
        guard known >= 0 else { return nil }
        guard known > 0 else { return first.previous == head.digest ? entries[...] : nil }
        guard known <= entries.count else { return [] }
        return digests[known - 1] == head.digest ? entries[known...] : nil
    }
}

extension JournalEntry {
    /// Why it cannot be where it is; nil where it can.
    fileprivate func complaint(after first: JournalEntry?, _ digests: [String]) -> String? {
        // Any number may come: the one behind it has to be one, and a difference of two above 0 is one.
        guard let first, sequence > 0, sequence < .max, sequence - first.sequence == Int64(digests.count) else {
            return "does not have the number behind the one before"
        }
        guard previous.isDigest, digests.last.map({ $0 == previous }) ?? true else {
            return "does not have the digest of the one before"
        }
        guard author == Author(station: author.station, actor: author.actor),
            author.station.utf8.count <= 1_024, author.actor.utf8.count <= 1_024
        else { return "names its author with control characters, or too long" }
        let isName =
            !kind.isEmpty && kind.utf8.count <= 64
            && kind.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-") }
        guard isName else { return "has no name of a kind" }
        guard payload.utf8.count <= ChainUpload.largestPayload, payload.utf8.first == UInt8(ascii: "{"),
            !payload.utf8.contains(where: { $0 < 0x20 })
        else { return "has no payload of one line" }
        return nil
    }
}

extension GrantError {
    static func badEntries(_ reason: String) -> GrantError {
        GrantError(
            .badEntries, "the journal is not taken", why: reason,
            next: "check the station's journal: waymark journal verify")
    }

    static func headMoved(_ chain: ChainName, at head: ChainPlace) -> GrantError {
        GrantError(
            .headMoved, "the journal is not taken",
            why: "the hub ends chain \(chain) at entry \(head.sequence), and the entries do not follow it",
            next: "send what follows entry \(head.sequence); if that is not in the journal, the registry is a copy")
    }
}
