internal import Chips
internal import Cryptography
internal import Geodesy
public import Registry

/// Rows of evidence, on their way in and out.
extension SQLiteRegistry: RegistryHistory {
    public func beginImport(_ kind: EvidenceKind, file: String) throws -> Int64 {
        try translatingErrors {
            try database.transaction {
                try database.run(
                    "INSERT INTO imports (kind, file, open) VALUES (?, ?, 1)", [.text(kind.rawValue), .text(file)])
                return try database.rows("SELECT max(number) FROM imports") { $0.integer(0) }.first ?? 0
            }
        }
    }

    public func keep(_ sightings: [KeptSighting], import number: Int64) throws -> Int {
        try translatingErrors {
            try database.transaction {
                var names = Names(database)
                var new = 0
                // In the order of the table's key: neighbours go to one page.
                let rows = try sightings.map { (sighting: $0, digest: try Self.digest($0)) }.sorted {
                    ($0.sighting.time, $0.digest) < ($1.sighting.time, $1.digest)
                }
                for (sighting, digest) in rows {
                    let device = sighting.device?.hexadecimal
                    try database.run(
                        "INSERT OR IGNORE INTO sightings VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        [
                            .integer(sighting.time), .integer(digest),
                            .integer(try names.content(sighting.url, sighting.uid)),
                            try device.map { .integer(try names.device($0)) } ?? .null,
                            .real(sighting.place.latitude), .real(sighting.place.longitude), .real(sighting.sigma),
                            .integer(number),
                        ])
                    new += Int(database.changes)
                }
                return new
            }
        }
    }

    public func keep(_ confirmations: [KeptConfirmation], import number: Int64) throws -> Int {
        try translatingErrors {
            try database.transaction {
                var names = Names(database)
                var new = 0
                for confirmation in confirmations {
                    let device = confirmation.device?.hexadecimal
                    let digest = try Self.digest([
                        "c", String(confirmation.time), confirmation.url, confirmation.outcome, device ?? "",
                    ])
                    try database.run(
                        "INSERT OR IGNORE INTO confirmations VALUES (?, ?, ?, ?, ?, ?)",
                        [
                            .integer(confirmation.time), .integer(digest),
                            .integer(try names.content(confirmation.url, nil)),
                            try device.map { .integer(try names.device($0)) } ?? .null,
                            .text(confirmation.outcome), .integer(number),
                        ])
                    new += Int(database.changes)
                }
                return new
            }
        }
    }

    private static func digest(_ sighting: KeptSighting) throws -> Int64 {
        try digest([
            "s", String(sighting.time), sighting.url, sighting.uid?.hexadecimal ?? "", String(sighting.place.latitude),
            String(sighting.place.longitude), String(sighting.sigma), sighting.device?.hexadecimal ?? "",
        ])
    }

    /// The first eight bytes of the SHA-256 over the fields, each behind its length. Two rows are taken for the same one
    /// when they agree in these and in their second.
    private static func digest(_ fields: [String]) throws -> Int64 {
        var bytes: [UInt8] = []
        for field in fields {
            bytes += String(field.utf8.count).utf8
            bytes.append(0x3A)
            bytes += field.utf8
        }
        let digest = try SHA256.hash(bytes).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(bitPattern: digest)
    }

    public func openImports() throws -> [EvidenceImport] {
        try translatingErrors {
            try database.rows(
                """
                SELECT number, kind, file, (SELECT count(*) FROM sightings WHERE import = number)
                    + (SELECT count(*) FROM confirmations WHERE import = number)
                FROM imports WHERE open = 1 ORDER BY number
                """
            ) { row in
                guard let kind = EvidenceKind(rawValue: row.text(1)) else {
                    throw Self.damaged("a kind of evidence", row.text(1))
                }
                let rows = Int(row.integer(3))
                return EvidenceImport(
                    number: row.integer(0), kind: kind, file: row.text(2), digest: nil, rows: rows, new: rows,
                    badRows: 0, isComplete: false)
            }
        }
    }

    public func sightings(
        since: Int64, afterImport: Int64, _ receive: @Sendable ([KeptSighting]) -> Void
    ) throws -> Int {
        try translatingErrors {
            var count = 0
            var cursor: (time: Int64, digest: Int64) = (since, .min)
            while true {
                var last = cursor
                let rows = try database.rows(
                    """
                    SELECT time, digest, url, uid, latitude, longitude, sigma, pseudonym
                    FROM sightings JOIN contents ON contents.number = content
                        LEFT JOIN devices ON devices.number = device
                    WHERE (time, digest) >= (?, ?) AND import > ? ORDER BY time, digest LIMIT 50000
                    """, [.integer(cursor.time), .integer(cursor.digest), .integer(afterImport)]
                ) { row in
                    last = (row.integer(0), row.integer(1))
                    return KeptSighting(
                        time: row.integer(0), url: row.text(2), uid: ChipUID(row.text(3)),
                        place: try Coordinate(
                            latitude: row.optionalReal(4) ?? 0, longitude: row.optionalReal(5) ?? 0),
                        sigma: row.optionalReal(6) ?? 0,
                        device: row.optionalText(7).map(DevicePseudonym.init(hexadecimal:)))
                }
                guard !rows.isEmpty else { return count }
                receive(rows)
                count += rows.count
                guard last.digest < .max else { return count }
                cursor = (last.time, last.digest + 1)
            }
        }
    }

    public func confirmations(_ receive: @Sendable ([KeptConfirmation]) -> Void) throws {
        try translatingErrors {
            var cursor: (time: Int64, digest: Int64) = (.min, .min)
            while true {
                var last = cursor
                let rows = try database.rows(
                    """
                    SELECT time, digest, url, outcome, pseudonym
                    FROM confirmations JOIN contents ON contents.number = content
                        LEFT JOIN devices ON devices.number = device
                    WHERE (time, digest) >= (?, ?) ORDER BY time, digest LIMIT 50000
                    """, [.integer(cursor.time), .integer(cursor.digest)]
                ) { row in
                    last = (row.integer(0), row.integer(1))
                    return KeptConfirmation(
                        time: row.integer(0), url: row.text(2), outcome: row.text(3),
                        device: row.optionalText(4).map(DevicePseudonym.init(hexadecimal:)))
                }
                guard !rows.isEmpty else { return }
                receive(rows)
                guard last.digest < .max else { return }
                cursor = (last.time, last.digest + 1)
            }
        }
    }
}

extension SQLiteRegistry {
    /// The numbers of contents and devices, looked up once for each batch of rows.
    struct Names {
        private struct Content: Hashable {
            let url: String
            let uid: String
        }

        private let database: Database
        private var contents: [Content: Int64] = [:]
        private var devices: [String: Int64] = [:]

        init(_ database: Database) {
            self.database = database
        }

        mutating func content(_ url: String, _ uid: ChipUID?) throws -> Int64 {
            let content = Content(url: url, uid: uid?.hexadecimal ?? "")
            if let number = contents[content] { return number }
            let number = try number(
                "SELECT number FROM contents WHERE url = ? AND uid = ?",
                else: "INSERT INTO contents (url, uid) VALUES (?, ?) RETURNING number",
                [.text(content.url), .text(content.uid)])
            contents[content] = number
            return number
        }

        mutating func device(_ pseudonym: String) throws -> Int64 {
            if let number = devices[pseudonym] { return number }
            let number = try number(
                "SELECT number FROM devices WHERE pseudonym = ?",
                else: "INSERT INTO devices (pseudonym) VALUES (?) RETURNING number", [.text(pseudonym)])
            devices[pseudonym] = number
            return number
        }

        /// Most are known: an insertion that is ignored would be another search.
        private func number(_ search: String, else insertion: String, _ values: [SQLiteValue]) throws -> Int64 {
            for sql in [search, insertion] {
                if let number = try database.rows(sql, values, { $0.integer(0) }).first { return number }
            }
            throw SQLiteRegistry.damaged("what was just written", insertion)
        }
    }
}
