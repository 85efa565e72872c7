internal import PostgreSQL
package import Registry

/// Notes and pictures of scans, in and out.
extension HubRegistry {
    package func keep(_ remarks: [KeptRemark], from phone: PhoneStanding?) throws -> Int {
        guard !remarks.isEmpty else { return 0 }
        return try change { connection in
            try Gate.lock(forEvidenceAt: evidenceGate, connection)
            try check(phone, connection)
            return try remarks.reduce(0) { count, remark in count + (try Self.keep(remark, connection) ? 1 : 0) }
        }
    }

    /// Whether it was not as it is now.
    private static func keep(_ remark: KeptRemark, _ connection: PostgresConnection) throws -> Bool {
        let content = SeenContent(url: remark.url, uid: nil)
        let name = try ContentName(content)
        let key: [PostgresValue] = [
            .bytes(name.bytes), .integer(remark.time), .kept(remark.device.hexadecimal),
        ]
        try connection.add([(name, content)])
        guard !remark.isEmpty else {
            try LooseContents(connection).note([name])
            return try connection.change(
                "DELETE FROM remarks WHERE content = $1 AND time = $2 AND device = $3", key) > 0
        }
        let values = key + [.kept(remark.note), remark.picture.map { .bytes($0.bytes) } ?? .null]
        let known = try connection.all(
            """
            SELECT note = $4 AND picture IS NOT DISTINCT FROM $5 FROM remarks
            WHERE content = $1 AND time = $2 AND device = $3 FOR UPDATE
            """, values
        ) { try $0.bool() }
        if known.first == true { return false }
        guard known.isEmpty else {
            return try connection.change(
                "UPDATE remarks SET note = $4, picture = $5 WHERE content = $1 AND time = $2 AND device = $3", values)
                > 0
        }
        return try connection.change(
            """
            INSERT INTO remarks (content, time, device, note, picture, number) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (content, time, device) DO UPDATE SET note = excluded.note, picture = excluded.picture
            """, values + [.integer(try nextNumber("remarks", connection))]) > 0
    }

    package func remarks(on urls: [String]?, limit: Int) throws -> [ListedRemark] {
        let condition = urls == nil ? "" : "WHERE url = ANY($2)"
        return try read { connection in
            try connection.all(
                """
                SELECT remarks.number, time, url, note, length(picture)
                FROM remarks JOIN contents ON contents.content = remarks.content \(condition)
                ORDER BY time DESC, number DESC LIMIT $1
                """, [.integer(Int64(limit))] + (urls.map { [.kept($0)] } ?? [])
            ) { columns in
                ListedRemark(
                    number: try columns.integer(), time: try columns.integer(), url: try columns.text(),
                    note: try columns.text(), pictureSize: try columns.optionalInteger().map(Int.init))
            }
        }
    }

    package func picture(ofRemark number: Int64) throws -> ScanPicture? {
        let found = try read { connection in
            try connection.all(
                "SELECT picture FROM remarks WHERE number = $1 AND picture IS NOT NULL", [.integer(number)]
            ) { try $0.bytes() }
        }
        return try found.first.map { try Self.picture($0, of: "remark", number: number) }
    }

    static func picture(_ bytes: [UInt8], of what: String, number: Int64) throws -> ScanPicture {
        guard let picture = try? ScanPicture(jpeg: bytes) else {
            throw RegistryError.unreadable("the picture of \(what)", "\(number)")
        }
        return picture
    }

    package func countPictures() throws -> Int {
        Int(try read { try $0.number("SELECT count(*) FROM remarks WHERE picture IS NOT NULL") ?? 0 })
    }
}
