internal import Chips
internal import Geodesy
package import Registry

/// Rows of evidence, on their way in and out.
extension SQLiteRegistry: RegistryHistory {
    package func beginImport(_ kind: EvidenceKind, file: String) throws -> Int64 {
        try translatingErrors {
            try database.transaction {
                try database.run(
                    "INSERT INTO imports (kind, file, open) VALUES (?, ?, 1)", [.text(kind.rawValue), .text(file)])
                return try database.integer("SELECT max(number) FROM imports") ?? 0
            }
        }
    }

    package func keep(_ sightings: [KeptSighting], import number: Int64) async throws -> Int {
        let rows = try await OrderedRows(of: sightings)
        return try await keep(
            rows, import: number, "INSERT OR IGNORE INTO sightings VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        ) { sighting, key, arrived, insert in
            let isNew = try insert([
                .integer(sighting.time), .integer(key.digest), .integer(key.content), .optional(key.device),
                .real(sighting.place.latitude), .real(sighting.place.longitude), .real(sighting.sigma),
                .integer(number),
            ])
            if isNew { try arrived.add(sighting, key) }
        }
    }

    package func keep(_ confirmations: [KeptConfirmation], import number: Int64) async throws -> Int {
        let rows = try await OrderedRows(of: confirmations)
        return try await keep(
            rows, import: number, "INSERT OR IGNORE INTO confirmations VALUES (?, ?, ?, ?, ?, ?)"
        ) { confirmation, key, arrived, insert in
            let isNew = try insert([
                .integer(confirmation.time), .integer(key.digest), .integer(key.content), .optional(key.device),
                .text(confirmation.outcome), .integer(number),
            ])
            if isNew { try arrived.add(confirmation, key) }
        }
    }

    /// Rows piece by piece, those that were not known put where they wait to be folded; returns how many these are. `row`
    /// inserts one, which says whether it was not known.
    private func keep<Row>(
        _ rows: OrderedRows<Row>, import number: Int64, _ insertion: String,
        _ row: (Row, EvidenceKey, inout ArrivedRows, ([SQLiteValue]) throws -> Bool) throws -> Void
    ) async throws -> Int {
        if rows.all.count <= Self.fewRows { return try await insert(rows, import: number, insertion, row) }
        // One file's after another's: they change the same pages, which are written once for each of them.
        if isTakingFile { await withCheckedContinuation { waitingFiles.append($0) } }
        isTakingFile = true
        defer { if waitingFiles.isEmpty { isTakingFile = false } else { waitingFiles.removeFirst().resume() } }
        return try await insert(rows, import: number, insertion, row)
    }

    private func insert<Row>(
        _ rows: OrderedRows<Row>, import number: Int64, _ insertion: String,
        _ row: (Row, EvidenceKey, inout ArrivedRows, ([SQLiteValue]) throws -> Bool) throws -> Void
    ) async throws -> Int {
        var learned = try await learn(rows)
        var all: Int64 = 0
        try await inPieces(rows.all.count) { range in
            let numbers = try EvidenceNumbers(database)
            learned.renew(sweeps: sweeps)
            var arrived = ArrivedRows(database, besides: try FoldingPass(database))
            let insertion = try database.prepared(insertion)
            var new: Int64 = 0
            for entry in rows.all[range] {
                let key = EvidenceKey(
                    digest: entry.digest, content: try learned.content(entry.content, in: numbers),
                    device: try entry.device.map { try learned.device($0, in: numbers) })
                try row(entry.row, key, &arrived) { values in
                    try insertion.run(values)
                    let changes = database.changes
                    new += changes
                    return changes > 0
                }
            }
            try arrived.write()
            try database.run(
                "UPDATE imports SET kept = kept + ? WHERE number = ?", [.integer(new), .integer(number)])
            all += new
        }
        // So many at most: they are folded in memory.
        if try translatingErrors({ try ArrivalTable(database).count }) >= ArrivalWindow.limit {
            try await foldArrivals()
        }
        return Int(all)
    }

    /// So few rows are kept beside a file of many, and their names are looked up by the transaction that takes them.
    private static let fewRows = 1_000

    /// Looks many rows' contents and devices up before, in the order of their tables: each by itself would read, or change,
    /// a page of its own.
    private func learn<Row>(_ rows: OrderedRows<Row>) async throws -> LearnedNumbers {
        var learned = LearnedNumbers(of: rows, sweeps: sweeps)
        if rows.all.count <= Self.fewRows { return learned }
        try await inPieces(rows.contents.count) { range in
            let numbers = try EvidenceNumbers(database)
            learned.renew(sweeps: sweeps)
            for place in range { _ = try learned.content(place, in: numbers) }
        }
        try await inPieces(rows.devices.count) { range in
            let numbers = try EvidenceNumbers(database)
            learned.renew(sweeps: sweeps)
            for place in range { _ = try learned.device(place, in: numbers) }
        }
        return learned
    }

    package func openImports() throws -> [EvidenceImport] {
        try translatingErrors {
            try database.rows("SELECT number, kind, file, kept FROM imports WHERE open = 1 ORDER BY number") { row in
                let rows = Int(row.integer("kept"))
                return EvidenceImport(
                    number: row.integer("number"), kind: try Self.name(row.text("kind")), file: row.text("file"),
                    digest: nil, rows: rows, new: rows, badRows: 0, isComplete: false)
            }
        }
    }

    package func sightings(
        since: Int64, afterImport: Int64, _ receive: @Sendable ([KeptSighting]) -> Void
    ) throws -> Int {
        try pages(
            of: "sightings", "latitude, longitude, sigma", since: since, afterImport: afterImport, receive,
            Self.sighting)
    }

    package func confirmations(_ receive: @Sendable ([KeptConfirmation]) -> Void) throws {
        _ = try pages(of: "confirmations", "outcome", since: .min, afterImport: 0, receive, Self.confirmation)
    }

    static func sighting(_ row: borrowing ResultRow) throws -> KeptSighting {
        KeptSighting(
            time: row.integer("time"), url: row.text("url"), uid: ChipUID(row.text("uid")),
            place: try Coordinate(
                latitude: row.optionalReal("latitude") ?? 0, longitude: row.optionalReal("longitude") ?? 0),
            sigma: row.optionalReal("sigma") ?? 0,
            device: row.optionalText("pseudonym").map(DevicePseudonym.init(hexadecimal:)))
    }

    static func confirmation(_ row: borrowing ResultRow) -> KeptConfirmation {
        KeptConfirmation(
            time: row.integer("time"), url: row.text("url"), outcome: row.text("outcome"),
            device: row.optionalText("pseudonym").map(DevicePseudonym.init(hexadecimal:)))
    }

    /// Hands over the rows of a table in the order of its key; returns how many there were.
    func pages<Row>(
        of table: String, _ columns: String, since: Int64, afterImport: Int64, _ receive: ([Row]) -> Void,
        _ read: (borrowing ResultRow) throws -> Row
    ) throws -> Int {
        let page = """
            SELECT time, digest, url, uid, pseudonym, \(columns)
            FROM \(table) JOIN contents ON contents.number = content LEFT JOIN devices ON devices.number = device
            WHERE (time, digest) >= (?, ?) AND import > ? ORDER BY time, digest LIMIT 50000
            """
        return try translatingErrors {
            var count = 0
            var last: (time: Int64, digest: Int64) = (since, .min)
            while true {
                let values: [SQLiteValue] = [.integer(last.time), .integer(last.digest), .integer(afterImport)]
                let rows = try database.rows(page, values) { row in
                    last = (row.integer("time"), row.integer("digest"))
                    return try read(row)
                }
                guard !rows.isEmpty else { return count }
                receive(rows)
                count += rows.count
                guard last.digest < .max else { return count }
                last.digest += 1
            }
        }
    }
}
