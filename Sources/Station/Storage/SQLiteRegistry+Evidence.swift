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
        ) { sighting, digest, names, arrived, insert in
            let content = try names.content(sighting.url, sighting.uid)
            let device = try names.device(sighting.device)
            let isNew = try insert([
                .integer(sighting.time), .integer(digest), .integer(content), .optional(device),
                .real(sighting.place.latitude), .real(sighting.place.longitude), .real(sighting.sigma),
                .integer(number),
            ])
            if isNew { try arrived.add(sighting, digest: digest, to: content, device: device ?? 0) }
        }
    }

    package func keep(_ confirmations: [KeptConfirmation], import number: Int64) async throws -> Int {
        let rows = try await OrderedRows(of: confirmations)
        return try await keep(
            rows, import: number, "INSERT OR IGNORE INTO confirmations VALUES (?, ?, ?, ?, ?, ?)"
        ) { confirmation, digest, names, arrived, insert in
            let content = try names.content(confirmation.url, nil)
            let device = try names.device(confirmation.device)
            let isNew = try insert([
                .integer(confirmation.time), .integer(digest), .integer(content), .optional(device),
                .text(confirmation.outcome), .integer(number),
            ])
            if isNew { try arrived.add(confirmation, digest: digest, to: content, device: device ?? 0) }
        }
    }

    /// Rows piece by piece, those that were not known put where they wait to be folded; returns how many these are. `row`
    /// inserts one, which says whether it was not known.
    private func keep<Row>(
        _ rows: OrderedRows<Row>, import number: Int64, _ insertion: String,
        _ row: (Row, Int64, inout EvidenceNames, inout ArrivedRows, ([SQLiteValue]) throws -> Bool) throws -> Void
    ) async throws -> Int {
        try await learn(rows)
        var all: Int64 = 0
        try await inPieces(rows.all.count) { range in
            var names = takeNames()
            var arrived = ArrivedRows(database, besides: try FoldingPass(database))
            let insertion = try database.prepared(insertion)
            var new: Int64 = 0
            for (kept, digest) in rows.all[range] {
                try row(kept, digest, &names, &arrived) { values in
                    try insertion.run(values)
                    new += database.changes
                    return database.changes > 0
                }
            }
            try arrived.write()
            try database.run(
                "UPDATE imports SET kept = kept + ? WHERE number = ?", [.integer(new), .integer(number)])
            all += new
            self.names = names
        }
        // So many at most: they are folded in memory.
        if try translatingErrors({ try ArrivalTable(database).count }) >= ArrivalWindow.limit {
            try await foldArrivals()
        }
        return Int(all)
    }

    /// How many numbers of contents and devices are remembered while an import is on its way, or those of one batch.
    private static let nameLimit = 1 << 18

    /// Looks many rows' contents and devices up before, in the order of their tables: each by itself would read, or change,
    /// a page of its own.
    private func learn<Row>(_ rows: OrderedRows<Row>) async throws {
        let count = rows.contents.count + rows.devices.count
        if let names, names.count + count > Self.nameLimit { self.names = nil }
        try await inPieces(rows.contents.count) { range in
            var names = takeNames()
            for content in rows.contents[range] { _ = try names.content(content.url, content.uid) }
            self.names = names
        }
        try await inPieces(rows.devices.count) { range in
            var names = takeNames()
            for device in rows.devices[range] { _ = try names.device(device) }
            self.names = names
        }
    }

    private func takeNames() -> EvidenceNames { names.take() ?? EvidenceNames(database) }

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
