internal import Cryptography
package import Registry

/// Digests of documents: the same in every storage.
extension RegistryTables {
    /// Changes the tables as an event says. Returns the event and the digests of documents as they are journalled.
    ///
    /// `digest`: that of the tags of a batch that is created, where it is known: they may be many.
    package mutating func take(
        _ event: JournalEvent, at time: Timestamp, tags digest: DocumentDigest? = nil
    ) throws -> (event: JournalEvent, documents: [DocumentChange]) {
        let sets = event.documents
        let before = try sets.map { try self.digest(of: $0) }
        let applied = try apply(event, at: time)
        let changes = try zip(sets, before).map { set, before in
            if let digest, case .tags = set { return DocumentChange(set, before: before, after: digest) }
            return DocumentChange(set, before: before, after: try self.digest(of: set))
        }
        return (applied, changes.filter { $0.before != nil || $0.after != nil })
    }

    /// Nil for a set without rows.
    package func digest(of set: DocumentSet) throws -> DocumentDigest? {
        var digest = try RunningDigest()
        try forEachDocument(of: set) { try digest.add($0) }
        return try digest.finish()
    }

    /// Compares every row with what the journal has said.
    package func compare(with replay: inout JournalReplay) throws -> [JournalDeviation] {
        var deviations: [JournalDeviation] = []
        for set in replay.documents(with: try batchNames()) {
            guard case .tags(let batch) = set else {
                replay.compare(set, try digest(of: set))
                continue
            }
            var digest = try RunningDigest()
            try forEachTag(of: batch) { tag in
                try digest.add(tag.document)
                if let deviation = replay.compare(tag) { deviations.append(deviation) }
            }
            replay.compare(set, try digest.finish())
        }
        return deviations + replay.rest(try tokens(), try sessions(), try readers())
    }
}

extension JournalReplay {
    /// Moves on by an entry, in the order of the journal.
    package mutating func follow(_ entry: JournalEntry) {
        if let event = entry.event { follow(event) }
        follow(entry.documents, of: entry.sequence)
    }
}

extension Batch {
    /// The digest of its tags' plans, away from the registry's thread, for which others wait; nil without tags.
    @concurrent func tagsDigest() async throws -> DocumentDigest? {
        var digest = try RunningDigest()
        for tag in tags { try digest.add(tag.document) }
        return try digest.finish()
    }
}

/// The digest of a set, row by row.
private struct RunningDigest: ~Copyable {
    private var digest: SHA256
    private var rows: Int64 = 0

    init() throws { digest = try SHA256() }

    mutating func add(_ row: [UInt8]) throws {
        try digest.update(row)
        rows += 1
    }

    consuming func finish() throws -> DocumentDigest? {
        rows == 0 ? nil : DocumentDigest(rows: rows, digest: try digest.hexadecimal())
    }
}
