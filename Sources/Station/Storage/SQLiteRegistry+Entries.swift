internal import Registry

/// Entries that follow the newest one in the journal.
extension SQLiteRegistry {
    /// The event's entry, and the one before it that says that the clock was set back, if it was.
    struct Appended {
        var own: JournalEntry
        var step: (event: JournalEvent, entry: JournalEntry)?
    }

    func append(
        _ event: JournalEvent, _ documents: [DocumentChange], by author: Author, at time: Timestamp
    ) throws -> Appended {
        let last = try newestEntry()
        let moment = JournalMoment(of: event, at: time, after: last?.time)
        guard let step = moment.step else {
            return Appended(own: try insert(event, documents, by: author, at: moment.time, after: last))
        }
        let entry = try insert(.clockSet(step), [], by: author.clock, at: step.to, after: last)
        return Appended(
            own: try insert(event, documents, by: author, at: moment.time, after: entry),
            step: (.clockSet(step), entry))
    }

    private func insert(
        _ event: JournalEvent, _ documents: [DocumentChange], by author: Author, at time: Timestamp,
        after last: JournalEntry?
    ) throws -> JournalEntry {
        let entry = try JournalEntry(of: event, documents, by: author, at: time, after: last)
        try database.run(
            "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(entry.sequence), .text(entry.time.iso8601), .text(author.station), .text(author.actor),
                .text(entry.kind), .text(entry.payload), .text(entry.previous),
            ])
        try database.run(
            "INSERT OR REPLACE INTO newest_entry VALUES (1, ?, ?)",
            [.integer(entry.sequence), .text(try entry.digest())])
        return entry
    }
}
