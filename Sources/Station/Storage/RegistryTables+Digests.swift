package import Registry

/// Digests of documents: the same in every storage.
extension RegistryTables {
    /// Changes the tables as an event says. Returns the event and the digests of documents as they are journalled.
    /// `basis`: what it is refused without; `move`: what changes them besides.
    package mutating func take(
        _ event: JournalEvent, expecting basis: EditBasis? = nil, at time: Timestamp,
        _ move: (inout Self) throws -> Void = { _ in }
    ) throws -> (event: JournalEvent, documents: [DocumentChange]) {
        if let basis { try require(basis) }
        let (former, sets) = (self, event.documents)
        let before = try sets.map { set -> DocumentDigest? in
            if case .tags = set { nil } else { try digest(of: set) }
        }
        try move(&self)
        let applied = try apply(event, at: time)
        var changes: [DocumentChange] = []
        for (set, before) in zip(sets, before) {
            if case .tags(let batch) = set {
                changes.append(try planChange(of: batch, since: former))
            } else {
                changes.append(DocumentChange(set, before: before, after: try digest(of: set)))
            }
        }
        return (applied, changes.filter { $0.before != nil || $0.after != nil })
    }

    /// For a storage that copies its tables before a change and keeps no digests.
    package func planChange(of batch: BatchName, since former: Self) throws -> DocumentChange {
        let set = DocumentSet.tags(batch)
        return DocumentChange(set, before: try former.digest(of: set), after: try digest(of: set))
    }

    /// Nil for a set without rows.
    package func digest(of set: DocumentSet) throws -> DocumentDigest? {
        if case .tags(let batch) = set { return try DocumentDigest(planBlocks(of: batch)) }
        var digest = try RunningDigest()
        try forEachDocument(of: set) { try digest.add($0) }
        return try digest.take()
    }

    /// By the rows of a batch.
    private func planBlocks(of batch: BatchName, _ receive: (Tag) -> Void = { _ in }) throws -> [PlanBlock] {
        var digests = try PlanDigests()
        try forEachTag(of: batch) { tag, row in
            try digests.add(tag, row: row)
            receive(tag)
        }
        return try digests.finish()
    }

    /// Compares every row with what the journal has said.
    ///
    /// `kept`: the digest of a batch's plans by those that the storage keeps of its blocks, if it keeps any.
    package func compare(
        with replay: inout JournalReplay, kept: (BatchName) throws -> DocumentDigest? = { _ in nil }
    ) throws -> [JournalDeviation] {
        var deviations: [JournalDeviation] = []
        for set in replay.documents(with: try batchNames()) {
            guard case .tags(let batch) = set else {
                let digest = try digest(of: set)
                replay.compare(set, digest, kept: digest)
                continue
            }
            let digest = try DocumentDigest(
                planBlocks(of: batch) { tag in
                    if let deviation = replay.compare(tag) { deviations.append(deviation) }
                })
            replay.compare(set, digest, kept: try kept(batch) ?? digest)
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
