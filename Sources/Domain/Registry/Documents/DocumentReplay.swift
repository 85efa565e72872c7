/// What the chain says of documents: the digests that its entries have left.
struct DocumentReplay {
    private struct Known {
        var digest: DocumentDigest?
        var entry: Int64
    }

    private var known: [DocumentSet: Known] = [:]
    /// What was there before the first digest, and that entry.
    private var older: [DocumentSet: Known] = [:]
    /// Changes beside the journal that an entry has met.
    private(set) var deviations: [JournalDeviation] = []

    mutating func follow(_ changes: [DocumentChange], of entry: Int64) {
        for change in changes {
            if let last = known[change.set] {
                if last.digest != change.before {
                    deviations.append(
                        JournalDeviation(
                            subject: "\(change.set)",
                            why: "they were changed beside the journal between entries \(last.entry) and \(entry)"))
                }
            } else if let before = change.before {
                older[change.set] = Known(digest: before, entry: entry)
            }
            known[change.set] = Known(digest: change.after, entry: entry)
        }
    }

    /// Whether changes begin with the digests that are known.
    func fits(_ changes: [DocumentChange]) -> Bool {
        changes.allSatisfy { known[$0.set]?.digest == $0.before }
    }

    /// The sets that should be there.
    var expected: [DocumentSet] { known.filter { $0.value.digest != nil }.map(\.key) }

    /// Compares a set as it is now. `kept`: by the digests that the storage keeps of its blocks, where it does.
    func compare(_ set: DocumentSet, _ digest: DocumentDigest?, kept: DocumentDigest?) -> JournalDeviation? {
        guard let last = known[set], last.digest != digest else {
            guard kept != digest else { return nil }
            return JournalDeviation(subject: "\(set)", why: "the digests that are kept of their blocks are not theirs")
        }
        let (present, former) = (digest?.rows ?? 0, last.digest?.rows ?? 0)
        let rows = present == former ? "" : ": there are \(present), and it had \(former)"
        return JournalDeviation(subject: "\(set)", why: "they are not those of entry \(last.entry)\(rows)")
    }

    /// The rows of a set for which no entry vouches from the beginning; nil when there are none.
    func unproven(_ set: DocumentSet, _ digest: DocumentDigest?) -> UnprovenDocuments? {
        if known[set] == nil { return digest.map { UnprovenDocuments(documents: "\(set)", rows: $0.rows, since: nil) } }
        return older[set].flatMap { old in
            old.digest.map { UnprovenDocuments(documents: "\(set)", rows: $0.rows, since: old.entry) }
        }
    }
}

/// Rows that are older than the journal's digests: what they were when they were taken in is not proven.
public struct UnprovenDocuments: Hashable, Sendable, Codable {
    /// `stores`, `tags of batch opening`.
    public let documents: String
    /// How many there are, or were when ``since`` was written.
    public let rows: Int64
    /// The first entry with their digest: since then they are proven; nil where no entry has one.
    public let since: Int64?

    public init(documents: String, rows: Int64, since: Int64?) {
        self.documents = documents
        self.rows = rows
        self.since = since
    }
}
