internal import Chips
internal import PostgreSQL
internal import Registry

/// So many rows that come in with one transaction. The rows of one content are neighbours, so that what they fold to is read
/// and written once.
struct EvidencePiece<Row: EvidenceRow> {
    private let rows: ArraySlice<NamedRows<Row>.Named>
    private let number: Int64

    /// `number`: of the import.
    init(_ rows: ArraySlice<NamedRows<Row>.Named>, import number: Int64) {
        self.rows = rows
        self.number = number
    }

    /// Keeps those that were not known, folds them, and says how many they are. What is locked is locked in the order of
    /// contents.
    func keep(_ connection: PostgresConnection) throws -> Int {
        var names: [ContentName] = []
        for row in rows where row.content != names.last { names.append(row.content) }
        return try connection.lookingUp(keys: names.count) { try keep(names, connection) }
    }

    private func keep(_ names: [ContentName], _ connection: PostgresConnection) throws -> Int {
        let table = HubEvidenceTable(connection)
        var known = try table.lock(names)
        try addContents(besides: known, connection)
        let digests = try insert(connection)
        guard !digests.isEmpty else { return 0 }
        var new = try fold(digests)
        while true {
            new = try table.put(new, onto: known)
            // Another piece was first with them.
            if new.isEmpty { break }
            known = try table.lock(new.keys.sorted())
        }
        return digests.count
    }

    /// Contents with evidence are there.
    private func addContents(
        besides known: [ContentName: FoldedEvidence], _ connection: PostgresConnection
    ) throws {
        var new: [(name: ContentName, content: SeenContent)] = []
        for row in rows where known[row.content] == nil && row.content != new.last?.name {
            new.append((row.content, row.row.seen))
        }
        try connection.add(new)
    }

    /// The digests of those that were not known.
    private func insert(_ connection: PostgresConnection) throws -> Set<Int64> {
        let others = Row.columns(rows.map(\.row))
        let columns = ["content", "time", "digest", "device"] + others.map(\.name)
        let names = columns.joined(separator: ", ")
        let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        // One value: most rows are new, and each would be a message.
        let found = try connection.rows(
            """
            WITH new AS (
                INSERT INTO \(Row.table) (\(names), import)
                SELECT \(names), $\(columns.count + 1) FROM unnest(\(places)) AS row (\(names))
                ON CONFLICT DO NOTHING RETURNING digest
            )
            SELECT string_agg(int8send(digest), '') FROM new
            """,
            [
                .byteStrings(rows.map(\.content.bytes)), .integers(rows.map(\.row.time)), .integers(rows.map(\.digest)),
                .texts(rows.map(\.row.device?.hexadecimal)),
            ] + others.map(\.values) + [.integer(number)])
        return Set(try found.first?.bytes(0)?.bigEndianWords ?? [])
    }

    private func fold(_ digests: Set<Int64>) throws -> [ContentName: HubFoldedRows] {
        var names = HubEvidenceNames()
        var new: [ContentName: HubFoldedRows] = [:]
        for row in rows where digests.contains(row.digest) {
            row.row.add(to: &new[row.content, default: HubFoldedRows()], device: try names.device(row.row.device))
        }
        return new
    }
}

extension [UInt8] {
    fileprivate var bigEndianWords: [Int64] {
        stride(from: 0, to: count - 7, by: 8).map { start in
            self[start..<start + 8].reduce(0) { $0 << 8 | Int64($1) }
        }
    }
}

extension PostgresConnection {
    /// Names contents that may be there already, in the order of their names. Returns those that were not.
    @discardableResult
    func add(_ contents: [(name: ContentName, content: SeenContent)]) throws -> [ContentName] {
        guard !contents.isEmpty else { return [] }
        return try all(
            """
            INSERT INTO contents (content, url, uid)
            SELECT content, url, uid FROM unnest($1, $2, $3) AS row (content, url, uid)
            ON CONFLICT DO NOTHING RETURNING content
            """,
            [
                .byteStrings(contents.map(\.name.bytes)), .kept(contents.map(\.content.url)),
                .texts(contents.map(\.content.uid?.hexadecimal)),
            ]
        ) { ContentName(try $0.bytes()) }
    }
}
