internal import Registry

/// A way through all rows that folds those of some contents, or of all, in short transactions.
///
/// It is on its way from an upgrade, or an erasure, until the last row is reached, also beyond the process's end. Rows
/// with keys before its place are folded: by itself, or by what brought them. Those behind it, it will come to.
struct FoldingPass {
    enum Table: String, CaseIterable {
        case sightings
        case confirmations

        fileprivate var columns: String {
            switch self {
            case .sightings: "latitude, longitude, sigma"
            case .confirmations: "outcome"
            }
        }
    }

    /// The key of the next row.
    private struct Place {
        var time = Int64.min
        var digest = Int64.min

        static let end = Place(time: .max, digest: .max)

        func isBehind(_ time: Int64, _ digest: Int64) -> Bool { (time, digest) < (self.time, self.digest) }
    }

    private let database: Database
    private let isOfEverything: Bool
    private var places: [Table: Place]

    /// The pass that is on its way; nil when every row is folded.
    init?(_ database: Database) throws {
        let found = try database.rows("SELECT * FROM folding") { row in
            (
                everything: row.integer("everything") == 1,
                sightings: Place(time: row.integer("sightings_time"), digest: row.integer("sightings_digest")),
                confirmations: Place(
                    time: row.integer("confirmations_time"), digest: row.integer("confirmations_digest"))
            )
        }
        guard let found = found.first else { return nil }
        self.database = database
        isOfEverything = found.everything
        places = [.sightings: found.sightings, .confirmations: found.confirmations]
    }

    private init(_ database: Database, isOfEverything: Bool) {
        self.database = database
        self.isOfEverything = isOfEverything
        places = [.sightings: Place(), .confirmations: Place()]
    }

    /// Whether the pass will come to a row of a content.
    func isStillToRead(_ time: Int64, _ digest: Int64, in table: Table, of content: Int64) throws -> Bool {
        guard let place = places[table], !place.isBehind(time, digest) else { return false }
        if isOfEverything { return true }
        return try database.integer("SELECT 1 FROM refolds WHERE content = ?", [.integer(content)]) != nil
    }

    /// Before rows are erased: what is kept of their contents goes, and is folded again from the rows that are left.
    /// `rows`: the condition for the rows.
    static func begin(_ database: Database, erasing rows: String, _ values: [SQLiteValue]) throws {
        let running = try FoldingPass(database)
        for table in Table.allCases {
            try database.run(
                "INSERT OR IGNORE INTO refolds SELECT content FROM \(table.rawValue) WHERE \(rows)", values)
        }
        try ArrivalTable(database).handOver()
        guard try database.integer("SELECT content FROM refolds LIMIT 1") != nil else { return }
        let isOfEverything = running?.isOfEverything ?? false
        try database.run(
            "DELETE FROM evidence" + (isOfEverything ? "" : " WHERE content IN (SELECT content FROM refolds)"))
        try JudgedTable(database).noteRefolds()
        try FoldingPass(database, isOfEverything: isOfEverything).save()
    }

    /// Folds so many more rows, and ends the pass behind the last one.
    mutating func advance(rows limit: Int) throws -> (rows: Int, isEnded: Bool) {
        var folded = FoldedRows(database)
        var left = limit
        for table in Table.allCases where left > 0 { left -= try advance(in: table, rows: left, &folded) }
        try folded.write()
        let isEnded = left > 0
        if isEnded {
            try database.run("DELETE FROM folding")
            try database.run("DELETE FROM refolds")
        } else {
            try save()
        }
        return (limit - left, isEnded)
    }

    private mutating func advance(in table: Table, rows limit: Int, _ folded: inout FoldedRows) throws -> Int {
        guard let place = places[table] else { return 0 }
        let page = """
            SELECT time, digest, content, device, content IN (SELECT content FROM refolds) AS awaited, \(table.columns)
            FROM \(table.rawValue) WHERE (time, digest) >= (?, ?) ORDER BY time, digest LIMIT ?
            """
        var (last, count) = (place, 0)
        try database.forEachRow(page, [.integer(place.time), .integer(place.digest), .integer(Int64(limit))]) { row in
            last = Place(time: row.integer("time"), digest: row.integer("digest"))
            count += 1
            guard isOfEverything || row.integer("awaited") == 1 else { return }
            let content = row.integer("content")
            switch table {
            case .sightings: folded.add(Self.sighting(row), to: content)
            case .confirmations: folded.add(Self.confirmation(row), to: content)
            }
        }
        let (digest, isLast) = last.digest.addingReportingOverflow(1)
        places[table] = count < limit ? .end : Place(time: isLast ? last.time + 1 : last.time, digest: digest)
        return count
    }

    private static func sighting(_ row: borrowing ResultRow) -> PackedVisit {
        PackedVisit(
            entry: 0, time: UInt32(clamping: row.integer("time")), device: device(row),
            latitude: row.optionalReal("latitude") ?? 0, longitude: row.optionalReal("longitude") ?? 0,
            sigma: Float(row.optionalReal("sigma") ?? 0))
    }

    /// Nil for an outcome that is not known: the file was changed from outside.
    private static func confirmation(_ row: borrowing ResultRow) -> PackedOutcome? {
        Confirmation.Outcome(rawValue: row.text("outcome")).map {
            PackedOutcome(entry: 0, time: UInt32(clamping: row.integer("time")), device: device(row), outcome: $0)
        }
    }

    private static func device(_ row: borrowing ResultRow) -> UInt32 {
        UInt32(truncatingIfNeeded: row.optionalInteger("device") ?? 0)
    }

    private func save() throws {
        try database.run("DELETE FROM folding")
        let (sightings, confirmations) = (places[.sightings] ?? Place(), places[.confirmations] ?? Place())
        try database.run(
            "INSERT INTO folding VALUES (?, ?, ?, ?, ?)",
            [
                .integer(isOfEverything ? 1 : 0), .integer(sightings.time), .integer(sightings.digest),
                .integer(confirmations.time), .integer(confirmations.digest),
            ])
    }
}
