internal import FoundationEssentials
internal import Registry

extension JournalEntry {
    /// The digest of the plans of a batch's tags, as the entry has left them; nil where it does not say.
    func plans(of batch: BatchName) -> DocumentDigest? {
        let said = try? JSONDecoder().decode(DocumentsMember.self, from: Data(payload.utf8))
        return said?.documents?.first { $0.set == .tags(batch) }?.after
    }

    private struct DocumentsMember: Decodable {
        let documents: [DocumentChange]?
    }
}
