internal import Faults
package import Registry

/// A registry in a file that no daemon has open, for looking only. Used by one thread at a time.
package final class StandaloneRegistry {
    private let database: Database

    /// The file is up to date: an ``SQLiteRegistry`` has opened it before.
    package init(_ path: String) throws {
        database = try Self.translating {
            let database = try Database(path: path)
            try database.run("PRAGMA busy_timeout = 5000")
            try database.run("PRAGMA temp_store = MEMORY")
            try database.run("PRAGMA query_only = ON")
            return database
        }
    }

    /// Within ``translating(_:)``.
    package var tables: some AdoptedTables { SQLiteTables(database: database) }

    /// The end of the journal as a hub keeps it.
    package struct End {
        /// The station as its last entry names it.
        package let station: String
        package let head: JournalPoint
        /// The entry behind the head, where a hub has adopted the registry.
        package let handOver: RegistryHandOver?
    }

    /// Nil for a registry in which nothing has happened.
    package func end() throws -> End? {
        let newest = try Self.translating {
            try database.rows(
                SQLiteRegistry.selectEntry + " ORDER BY sequence DESC LIMIT 2", [], as: SQLiteRegistry.entry)
        }
        guard let last = newest.first else { return nil }
        guard case .registryHandedOver(let handOver) = last.event else {
            let head = JournalPoint(sequence: last.sequence, digest: try last.digest())
            return End(station: last.author.station, head: head, handOver: nil)
        }
        guard newest.count > 1 else { return nil }
        let head = JournalPoint(sequence: newest[1].sequence, digest: last.previous)
        return End(station: newest[1].author.station, head: head, handOver: handOver)
    }

    /// Nil where there is no entry with this number.
    package func digest(of sequence: Int64) throws -> String? {
        guard let entry = try journal(after: sequence - 1, limit: 1).first, entry.sequence == sequence else {
            return nil
        }
        return try entry.digest()
    }

    /// At most so many entries behind the one with this number.
    package func journal(after sequence: Int64, limit: Int) throws -> [JournalEntry] {
        try Self.translating {
            try database.rows(
                SQLiteRegistry.selectEntry + " WHERE sequence > ? ORDER BY sequence LIMIT ?",
                [.integer(sequence), .integer(Int64(limit))], as: SQLiteRegistry.entry)
        }
    }

    package func countTags() throws -> Int {
        try Self.translating {
            Int(
                try database.integer(
                    """
                    SELECT count(*) FROM tags JOIN batches ON batches.number = tags.batch WHERE \(StagedBatch.isShown)
                    """) ?? 0)
        }
    }

    package func countRows(_ kind: EvidenceKind) throws -> Int {
        try Self.translating { Int(try database.integer("SELECT count(*) FROM \(kind.rawValue)") ?? 0) }
    }

    package func forEachSightings(_ receive: ([KeptSighting]) async throws -> Void) async throws {
        var pages = EvidencePages.sightings(database)
        while let rows = try Self.translating({ try pages.next(Self.rowsAtOnce, SQLiteRegistry.sighting) }) {
            try await receive(rows)
        }
    }

    package func forEachConfirmations(_ receive: ([KeptConfirmation]) async throws -> Void) async throws {
        var pages = EvidencePages.confirmations(database)
        while let rows = try Self.translating({ try pages.next(Self.rowsAtOnce, SQLiteRegistry.confirmation) }) {
            try await receive(rows)
        }
    }

    /// In the order of their numbers; few at once, for each may have a picture.
    package func forEachRemarks(_ receive: ([KeptRemark]) async throws -> Void) async throws {
        var last: Int64 = 0
        while true {
            let page = try Self.translating { try remarks(after: last) }
            guard let end = page.last else { return }
            last = end.number
            try await receive(page.map(\.remark))
        }
    }

    private func remarks(after number: Int64) throws -> [(number: Int64, remark: KeptRemark)] {
        try database.rows(
            """
            SELECT remarks.number, time, url, pseudonym, note, picture
            FROM remarks JOIN contents ON contents.number = content JOIN devices ON devices.number = device
            WHERE remarks.number > ? ORDER BY remarks.number LIMIT 16
            """, [.integer(number)]
        ) { row in
            let number = row.integer("number")
            let picture = try row.optionalBytes("picture")
                .map { try SQLiteRegistry.picture($0, of: "remark", number: number) }
            return (
                number,
                KeptRemark(
                    time: row.integer("time"), url: row.text("url"),
                    device: DevicePseudonym(hexadecimal: row.text("pseudonym")), note: row.text("note"),
                    picture: picture)
            )
        }
    }

    private static let rowsAtOnce = 8_192

    /// SQLite's errors become the registry's; others stay what they are.
    package static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as SQLiteError {
            throw RegistryError(
                .storageFailed, "the registry's file could not be read", why: "SQLite says: \(error.text)",
                next: "check that it is a registry, and that this account may read it")
        }
    }
}
