internal import PostgreSQL
internal import Registry
internal import Storage

/// What one change appends to a chain: an event's entry, and before it one that says that the clock was set back, if it was.
struct ChainAppend {
    let before: ChainPlace
    let entries: [(event: JournalEvent, entry: JournalEntry)]
    let last: ChainPlace

    var own: JournalEntry { entries[entries.count - 1].entry }

    /// `documents`: what the event has changed of them.
    init(
        _ event: JournalEvent, _ documents: [DocumentChange], by author: Author, at now: Timestamp,
        after head: ChainHead
    ) throws {
        let moment = JournalMoment(of: event, at: now, after: head.time)
        var place = head.place
        var entries: [(event: JournalEvent, entry: JournalEntry)] = []
        func append(
            _ event: JournalEvent, _ documents: [DocumentChange], by author: Author, at time: Timestamp
        ) throws {
            let entry = try JournalEntry(
                of: event, documents, by: author, at: time, after: place.sequence, digest: place.digest)
            entries.append((event, entry))
            place = ChainPlace(sequence: entry.sequence, digest: try entry.digest())
        }
        if let step = moment.step { try append(.clockSet(step), [], by: author.clock, at: step.to) }
        try append(event, documents, by: author, at: moment.time)
        before = head.place
        self.entries = entries
        last = place
    }

    func write(to chain: ChainName, _ connection: PostgresConnection) throws {
        for (_, entry) in entries { try insert(entry, chain, connection) }
        try connection.change(
            "UPDATE chains SET sequence = $2, digest = $3, time = $4 WHERE chain = $1",
            [.bytes(chain.bytes), .integer(last.sequence), .kept(last.digest), .integer(own.time.milliseconds)])
    }

    private func insert(_ entry: JournalEntry, _ chain: ChainName, _ connection: PostgresConnection) throws {
        let subject = entry.subject
        try connection.change(
            "INSERT INTO journal (chain, \(HubRegistry.entryColumns), tag, batch) "
                + "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            [
                .bytes(chain.bytes), .integer(entry.sequence), .integer(entry.time.milliseconds),
                .kept(entry.author.station), .kept(entry.author.actor), .kept(entry.kind), .kept(entry.payload),
                .kept(entry.previous), .optional(subject.tag), .optional(subject.batch),
            ])
        let cells = Array(Set(entry.sheetTags))
        guard !cells.isEmpty else { return }
        try connection.change(
            "INSERT INTO journal_cells (tag, chain, sequence) SELECT tag, $2, $3 FROM unnest($1) AS tag",
            [.texts(cells), .bytes(chain.bytes), .integer(entry.sequence)])
    }
}
