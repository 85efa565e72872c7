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
        ) { range, names, insert in
            for (sighting, digest) in rows[range] {
                try insert([
                    .integer(sighting.time), .integer(digest),
                    .integer(try names.content(sighting.url, sighting.uid)), try names.device(sighting.device),
                    .real(sighting.place.latitude), .real(sighting.place.longitude), .real(sighting.sigma),
                    .integer(number),
                ])
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
        try await keep(
            confirmations.count, import: number, "INSERT OR IGNORE INTO confirmations VALUES (?, ?, ?, ?, ?, ?)"
        ) { range, names, insert in
            var digests = EvidenceDigest()
            for confirmation in confirmations[range] {
                try insert([
                    .integer(confirmation.time), .integer(try digests.digest(of: confirmation)),
                    .integer(try names.content(confirmation.url, nil)), try names.device(confirmation.device),
                    .text(confirmation.outcome), .integer(number),
                ])
            }
        }
    }

    /// Rows piece by piece; returns how many of them were not known.
    private func keep(
        _ count: Int, import number: Int64, _ insertion: String,
        _ rows: (Range<Int>, inout EvidenceNames, ([SQLiteValue]) throws -> Void) throws -> Void
    ) async throws -> Int {
        var all: Int64 = 0
        try await inPieces(count) { range in
            var names = EvidenceNames(database)
            let insertion = try database.prepared(insertion)
            var new: Int64 = 0
            try rows(range, &names) { values in
                try insertion.run(values)
                new += database.changes
            }
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
