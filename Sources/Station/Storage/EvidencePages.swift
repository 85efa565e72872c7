internal import Registry

/// The rows of a table of evidence in the order of its key, so many at a time.
struct EvidencePages {
    private let database: Database
    private let table: String
    private let columns: String
    private let afterImport: Int64
    /// Nil behind the last row.
    private var next: (time: Int64, digest: Int64)?

    /// `since`: seconds since 1970.
    static func sightings(
        _ database: Database, since: Int64 = .min, afterImport: Int64 = 0
    ) -> EvidencePages {
        EvidencePages(
            database: database, table: "sightings", columns: "latitude, longitude, sigma", afterImport: afterImport,
            next: (since, .min))
    }

    static func confirmations(_ database: Database) -> EvidencePages {
        EvidencePages(
            database: database, table: "confirmations", columns: "outcome", afterImport: 0, next: (.min, .min))
    }

    /// Nil where there are no more.
    mutating func next<Row>(
        _ limit: Int, _ read: (borrowing ResultRow) throws -> Row
    ) throws -> [Row]? {
        guard let start = next else { return nil }
        var last = start
        let rows = try database.rows(
            """
            SELECT time, digest, url, uid, pseudonym, \(columns)
            FROM \(table) JOIN contents ON contents.number = content LEFT JOIN devices ON devices.number = device
            WHERE (time, digest) >= (?, ?) AND import > ? ORDER BY time, digest LIMIT ?
            """,
            [.integer(start.time), .integer(start.digest), .integer(afterImport), .integer(Int64(limit))]
        ) { row in
            last = (row.integer("time"), row.integer("digest"))
            return try read(row)
        }
        guard !rows.isEmpty else { return nil }
        next = last.digest < .max ? (last.time, last.digest + 1) : (last.time + 1, .min)
        return rows
    }

    func forEachRow(_ receive: (borrowing ResultRow) throws -> Void) throws {
        var pages = self
        while try pages.next(50_000, receive) != nil {}
    }
}
