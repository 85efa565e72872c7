internal import Faults
package import Registry

extension SQLiteRegistry {
    package func journal(from sequence: Int64, limit: Int) throws -> [JournalEntry] {
        try translatingErrors {
            try database.rows(
                Self.selectEntry + " WHERE sequence >= ? ORDER BY sequence LIMIT ?",
                [.integer(sequence), .integer(Int64(limit))], as: Self.entry)
        }
    }

    package func newestEntry() throws -> JournalEntry? {
        try translatingErrors {
            try database.rows(Self.selectEntry + " ORDER BY sequence DESC LIMIT 1", [], as: Self.entry).first
        }
    }

    package func latestTime() throws -> Timestamp? {
        let newest = try newestEntry()?.time
        return try translatingErrors {
            let steps = try database.rows(
                """
                SELECT json_extract(payload, '$.from') AS time FROM journal
                WHERE kind = 'clock-set' AND json_valid(payload)
                """
            ) { Timestamp(iso8601: $0.text("time")) }
            return (steps + [newest]).compactMap { $0 }.max()
        }
    }

    package func journal(about tag: TagID) throws -> [JournalEntry] {
        try translatingErrors {
            // Two queries: the first has an index, and only sheets are searched cell by cell.
            let entries = try [Self.namesTag, Self.isSheetWithTag].flatMap { condition in
                try database.rows("\(Self.selectEntry) WHERE \(condition)", [.text(tag.text)], as: Self.entry)
            }
            return entries.sorted { $0.sequence < $1.sequence }
        }
    }

    package func verifyJournal() throws -> JournalCheck {
        try translatingErrors { try walkJournal { _ in } }
    }

    package func proveTables() throws -> JournalCheck {
        try translatingErrors {
            // One moment, however much is written meanwhile.
            try database.run("BEGIN")
            defer { try? database.run("ROLLBACK") }
            var replay = JournalReplay()
            let check = try walkJournal { replay.follow($0) }
            guard check.brokenAt == nil else { return check }
            let deviations = try tables.compare(with: &replay, kept: tables.keptDigest)
            return JournalCheck(
                entries: check.entries, brokenAt: nil, deviations: Array(deviations.prefix(100)),
                unproven: replay.unproven)
        }
    }

    /// Checks that each entry is where it belongs, and hands it over.
    private func walkJournal(_ receive: (JournalEntry) throws -> Void) throws -> JournalCheck {
        var expected: Int64 = 1
        var previous = JournalEntry.beforeTheFirst
        var start = Int64.min  // entries before the first do not belong there
        while true {
            let entries = try database.rows(
                Self.selectEntry + " WHERE sequence >= ? ORDER BY sequence LIMIT 1000", [.integer(start)],
                as: Self.entryAsWritten)
            if entries.isEmpty { return JournalCheck(entries: expected - 1, brokenAt: nil) }
            for entry in entries {
                guard let entry, entry.sequence == expected, entry.previous == previous else {
                    return JournalCheck(entries: expected - 1, brokenAt: expected)
                }
                try receive(entry)
                previous = try entry.digest()
                expected += 1
            }
            start = expected
        }
    }

    /// Whether an entry's payload names a tag, which is bound.
    static let namesTag = "\(RegistrySchema.tagOfPayload) = ?"

    /// Whether an entry is about a sheet with a label of a tag, which is bound.
    static let isSheetWithTag = """
        kind IN ('\(JournalEvent.Kind.sheetMade.rawValue)', '\(JournalEvent.Kind.sheetPrinted.rawValue)') \
        AND json_valid(payload) \
        AND EXISTS (SELECT 1 FROM json_each(payload, '$.cells') WHERE json_extract(value, '$.tag') = ?)
        """

    static var selectEntry: String { "SELECT sequence, time, station, actor, kind, payload, previous FROM journal" }

    static func entry(_ row: borrowing ResultRow) throws -> JournalEntry {
        guard let time = Timestamp(iso8601: row.text("time")) else {
            throw Self.damaged("the time of journal entry", row.text("time"))
        }
        return JournalEntry(
            sequence: row.integer("sequence"), time: time,
            author: Author(station: row.text("station"), actor: row.text("actor")), kind: row.text("kind"),
            payload: row.text("payload"), previous: row.text("previous"))
    }

    /// The entry, or nil when its columns are not what the entry would be written as: two texts that are read as
    /// the same time or author must not pass for one another.
    private static func entryAsWritten(_ row: borrowing ResultRow) -> JournalEntry? {
        guard let entry = try? entry(row), entry.time.iso8601 == row.text("time"),
            entry.author.station == row.text("station"), entry.author.actor == row.text("actor")
        else { return nil }
        return entry
    }

    static func damaged(_ what: String, _ value: String) -> RegistryError {
        RegistryError(
            .storageFailed, "the registry is damaged", why: "\(what) reads \"\(value)\"",
            next: "restore the registry from a backup")
    }
}
