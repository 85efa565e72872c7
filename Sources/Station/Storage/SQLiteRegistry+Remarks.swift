internal import FoundationEssentials
package import Registry

/// Notes and pictures of scans, in and out.
extension SQLiteRegistry {
    package func keep(_ remarks: [KeptRemark], from phone: PhoneStanding?) throws -> Int {
        try translatingErrors {
            try database.transaction {
                try phone?.check(among: tables.tokens())
                let numbers = try EvidenceNumbers(database)
                var digests = try EvidenceDigest()
                let kept = try remarks.reduce(0) { count, remark in
                    let key: [SQLiteValue] = [
                        .integer(remark.time), .integer(try numbers.number(of: SeenContent(url: remark.url, uid: nil))),
                        .integer(try numbers.number(of: remark.device)),
                    ]
                    let isThis = "WHERE time = ?1 AND content = ?2 AND device = ?3"
                    let values =
                        key + [
                            .text(remark.note), remark.picture.map { .bytes($0.bytes) } ?? .null,
                            .integer(try digests.digest(ofNote: remark.note, picture: remark.picture?.bytes)),
                        ]
                    if remark.isEmpty {
                        try database.run("DELETE FROM remarks \(isThis)", key)
                    } else if try database.integer("SELECT number FROM remarks \(isThis)", key) != nil {
                        try database.run(
                            """
                            UPDATE remarks SET note = ?4, picture = ?5, digest = ?6 \(isThis)
                                AND (note <> ?4 OR picture IS NOT ?5)
                            """, values)
                    } else {
                        // Not tried for one that is there: it would spend a number.
                        try database.run(
                            """
                            INSERT INTO remarks (time, content, device, note, picture, digest) VALUES (?, ?, ?, ?, ?, ?)
                            """, values)
                    }
                    return count + Int(database.changes)
                }
                // See ``RegistrySchema/repairs``.
                try database.run(
                    "INSERT OR REPLACE INTO spent_numbers SELECT name, seq FROM sqlite_sequence WHERE name = 'remarks'")
                return kept
            }
        }
    }

    package func remarks(on urls: [String]?, limit: Int) throws -> [ListedRemark] {
        // One value, however many there are: SQLite takes 32 766 at most.
        let places = urls == nil ? "" : "WHERE url IN (SELECT value FROM json_each(?))"
        let list = try urls.map { SQLiteValue.text(String(decoding: try JSONEncoder().encode($0), as: UTF8.self)) }
        return try translatingErrors {
            try database.rows(
                """
                SELECT remarks.number, time, url, note, length(picture) AS size
                FROM remarks JOIN contents ON contents.number = content \(places)
                ORDER BY time DESC, remarks.number DESC LIMIT ?
                """, [list].compactMap(\.self) + [.integer(Int64(limit))]
            ) { row in
                ListedRemark(
                    number: row.integer("number"), time: row.integer("time"), url: row.text("url"),
                    note: row.text("note"), pictureSize: row.optionalInteger("size").map(Int.init))
            }
        }
    }

    package func picture(ofRemark number: Int64) throws -> ScanPicture? {
        try translatingErrors {
            let found = try database.rows(
                "SELECT picture FROM remarks WHERE number = ? AND picture IS NOT NULL", [.integer(number)]
            ) { $0.bytes("picture") }
            return try found.first.map { try Self.picture($0, of: "remark", number: number) }
        }
    }

    static func picture(_ bytes: [UInt8], of what: String, number: Int64) throws -> ScanPicture {
        guard let picture = try? ScanPicture(jpeg: bytes) else { throw damaged("the picture of \(what)", "\(number)") }
        return picture
    }

    package func countPictures() throws -> Int {
        try translatingErrors {
            Int(try database.integer("SELECT count(*) FROM remarks WHERE picture IS NOT NULL") ?? 0)
        }
    }
}
