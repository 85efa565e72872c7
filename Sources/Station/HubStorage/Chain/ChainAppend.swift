internal import PostgreSQL
internal import Registry
internal import Storage

/// What one change appends to a chain: the entries of its events, and before one of them another that says that the clock
/// was set back, if it was.
struct ChainAppend {
    let before: ChainPlace
    private(set) var entries: [(event: JournalEvent, entry: JournalEntry)] = []
    private(set) var last: ChainPlace
    private var newest: Timestamp?

    init(after head: ChainHead) {
        before = head.place
        last = head.place
        newest = head.time
    }

    /// `documents`: what the event has changed of them.
    @discardableResult
    mutating func add(
        _ event: JournalEvent, _ documents: [DocumentChange], by author: Author, at now: Timestamp
    ) throws -> JournalEntry {
        let moment = JournalMoment(of: event, at: now, after: newest)
        if let step = moment.step { try append(.clockSet(step), [], by: author.clock, at: step.to) }
        return try append(event, documents, by: author, at: moment.time)
    }

    @discardableResult
    private mutating func append(
        _ event: JournalEvent, _ documents: [DocumentChange], by author: Author, at time: Timestamp
    ) throws -> JournalEntry {
        let entry = try JournalEntry(
            of: event, documents, by: author, at: time, after: last.sequence, digest: last.digest)
        entries.append((event, entry))
        last = ChainPlace(sequence: entry.sequence, digest: try entry.digest())
        newest = time
        return entry
    }

    func write(to chain: ChainName, _ connection: PostgresConnection) throws {
        for (_, entry) in entries { try insert(entry, into: chain, connection) }
        try ChainHead.move(chain, to: last, at: newest, connection)
    }

    private func insert(_ entry: JournalEntry, into chain: ChainName, _ connection: PostgresConnection) throws {
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

extension [ChainAppend] {
    /// Those that a chain has which ends there, one behind the other.
    func kept(upTo end: ChainPlace) -> [ChainAppend] {
        var (kept, place): ([ChainAppend], ChainPlace) = ([], end)
        while let append = last(where: { $0.last == place }) {
            kept.append(append)
            place = append.before
        }
        return kept.reversed()
    }
}
