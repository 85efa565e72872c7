internal import PostgreSQL
package import Registry

/// Evidence of a registry that the hub takes in, which comes as every evidence does.
extension HubRegistry {
    /// An import by the name of its file.
    package struct KnownImport: Sendable {
        package let number: Int64
        package let isOpen: Bool
        /// Rows that it brought and that were not known.
        package let kept: Int
    }

    package func imported(_ file: String, _ kind: EvidenceKind) throws -> KnownImport? {
        try read { connection in
            try connection.all(
                "SELECT number, open, kept FROM imports WHERE file = $1 AND kind = $2 ORDER BY number LIMIT 1",
                [.kept(file), .kept(kind.rawValue)]
            ) { columns in
                let (number, isOpen) = (try columns.integer(), try columns.bool())
                return KnownImport(number: number, isOpen: isOpen, kept: Int(try columns.integer()))
            }.first
        }
    }

    /// Erases once more what was erased while the file's rows were on their way: they were among them. Journalled as before.
    package func eraseAdopted(by author: Author) async throws {
        let noted = try read { try AdoptedChains($0).notedErasures() }
        for erasure in noted {
            let before = erasure.before.map { Timestamp(milliseconds: $0 * 1_000) }
            let cause: Forgetting.Cause = erasure.device == nil ? .expired : .asked
            try await record(
                .evidenceForgotten(Forgetting(cause: cause, before: before), device: erasure.device), by: author)
        }
    }

    /// How many of these are not kept as they are.
    package func missing(_ sightings: [KeptSighting]) async throws -> Int {
        try missing(try await NamedRows.naming(sightings))
    }

    package func missing(_ confirmations: [KeptConfirmation]) async throws -> Int {
        try missing(try await NamedRows.naming(confirmations))
    }

    private func missing<Row>(_ named: NamedRows<Row>) throws -> Int {
        let rows = named.rows
        let others = Row.columns(rows.map(\.row))
        let columns = ["content", "time", "digest", "device"] + others.map(\.name)
        let names = columns.joined(separator: ", ")
        let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        let equal = columns.map { "kept.\($0) IS NOT DISTINCT FROM wanted.\($0)" }.dropFirst(3)
        let condition = (columns.prefix(3).map { "kept.\($0) = wanted.\($0)" } + equal).joined(separator: " AND ")
        return try read { connection in
            Int(
                try connection.number(
                    """
                    SELECT count(*) FROM unnest(\(places)) AS wanted (\(names))
                    WHERE NOT EXISTS (SELECT 1 FROM \(Row.table) AS kept WHERE \(condition))
                    """,
                    [
                        .byteStrings(rows.map(\.content.bytes)), .integers(rows.map(\.row.time)),
                        .integers(rows.map(\.digest)), .texts(rows.map(\.row.device?.hexadecimal)),
                    ] + others.map(\.values)) ?? 0)
        }
    }

    package func missing(_ remarks: [KeptRemark]) throws -> Int {
        try read { connection in
            try remarks.reduce(0) { count, remark in
                let name = try ContentName(SeenContent(url: remark.url, uid: nil))
                let found = try connection.number(
                    """
                    SELECT 1::bigint FROM remarks WHERE content = $1 AND time = $2 AND device = $3 AND note = $4
                        AND picture IS NOT DISTINCT FROM $5
                    """,
                    [
                        .bytes(name.bytes), .integer(remark.time), .kept(remark.device.hexadecimal),
                        .kept(remark.note), remark.picture.map { .bytes($0.bytes) } ?? .null,
                    ])
                return found == nil ? count + 1 : count
            }
        }
    }
}
