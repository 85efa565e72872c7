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
        let rows = try await Self.inOrder(sightings)
        return try await keep(
            rows.count, import: number, "INSERT OR IGNORE INTO sightings VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        ) { range, names, folded, insert in
            for (sighting, digest) in rows[range] {
                let content = try names.content(sighting.url, sighting.uid)
                let device = try names.device(sighting.device)
                let isNew = try insert([
                    .integer(sighting.time), .integer(digest), .integer(content), .optional(device),
                    .real(sighting.place.latitude), .real(sighting.place.longitude), .real(sighting.sigma),
                    .integer(number),
                ])
                if isNew { try folded.add(sighting, digest: digest, to: content, device: device ?? 0) }
            }
        }
    }

    /// In the order of the table's key: neighbours share a page. Not on the registry's thread, which others wait for.
    @concurrent private static func inOrder(
        _ sightings: [KeptSighting]
    ) async throws -> [(sighting: KeptSighting, digest: Int64)] {
        var digests = EvidenceDigest()
        return try sightings.map { (sighting: $0, digest: try digests.digest(of: $0)) }.sorted {
            ($0.sighting.time, $0.digest) < ($1.sighting.time, $1.digest)
        }
    }

    package func keep(_ confirmations: [KeptConfirmation], import number: Int64) async throws -> Int {
        let rows = try await Self.inOrder(confirmations)
        return try await keep(
            rows.count, import: number, "INSERT OR IGNORE INTO confirmations VALUES (?, ?, ?, ?, ?, ?)"
        ) { range, names, folded, insert in
            for (confirmation, digest) in rows[range] {
                let content = try names.content(confirmation.url, nil)
                let device = try names.device(confirmation.device)
                let isNew = try insert([
                    .integer(confirmation.time), .integer(digest), .integer(content), .optional(device),
                    .text(confirmation.outcome), .integer(number),
                ])
                if isNew { try folded.add(confirmation, digest: digest, to: content, device: device ?? 0) }
            }
        }
    }

    /// The same.
    @concurrent private static func inOrder(
        _ confirmations: [KeptConfirmation]
    ) async throws -> [(confirmation: KeptConfirmation, digest: Int64)] {
        var digests = EvidenceDigest()
        return try confirmations.map { (confirmation: $0, digest: try digests.digest(of: $0)) }.sorted {
            ($0.confirmation.time, $0.digest) < ($1.confirmation.time, $1.digest)
        }
    }

    /// Rows piece by piece, those that were not known folded with what is kept of their contents; returns how many these
    /// are. `rows` says whether each was.
    private func keep(
        _ count: Int, import number: Int64, _ insertion: String,
        _ rows: (Range<Int>, inout EvidenceNames, inout FoldedRows, ([SQLiteValue]) throws -> Bool) throws -> Void
    ) async throws -> Int {
        var all: Int64 = 0
        try await inPieces(count) { range in
            var names = EvidenceNames(database)
            var folded = FoldedRows(database, besides: try FoldingPass(database))
            let insertion = try database.prepared(insertion)
            var new: Int64 = 0
            try rows(range, &names, &folded) { values in
                try insertion.run(values)
                new += database.changes
                return database.changes > 0
            }
            try folded.write()
            try database.run(
                "UPDATE imports SET kept = kept + ? WHERE number = ?", [.integer(new), .integer(number)])
            all += new
        }
        return Int(all)
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
