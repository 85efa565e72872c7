internal import Chips
internal import PostgreSQL
internal import Registry
internal import Storage

/// Evidence as it is in the tables at one moment: within a transaction. While rows are handed over nothing else can be asked.
struct StoredEvidence: JudgingEvidence {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    private static let pageSize = 5_000
    private static let select = """
        SELECT contents.content, url, uid, \(EvidenceTable.columns)
        FROM contents JOIN evidence ON evidence.content = contents.content
        """

    var mark: JudgingMark { get throws { try JudgedTable(connection).mark } }

    func everything(_ receive: ([SeenEvidence]) throws -> Void) throws { try pages(Self.select, receive) }

    func unsettled(_ receive: ([SeenEvidence]) throws -> Void) throws {
        try pages(Self.select + " JOIN changed ON changed.content = contents.content", receive)
    }

    private func pages(_ query: String, _ receive: ([SeenEvidence]) throws -> Void) throws {
        var page: [SeenEvidence] = []
        try connection.copyOut("COPY (\(query)) TO STDOUT (FORMAT binary)") { row in
            page.append(try row.readSeen())
            guard page.count == Self.pageSize else { return }
            try receive(page)
            page.removeAll(keepingCapacity: true)
        }
        if !page.isEmpty { try receive(page) }
    }

    func evidence(urls: [String], chips: Set<ChipUID>, _ receive: (SeenEvidence) throws -> Void) throws {
        try each(
            urls,
            """
            WHERE \(HubSchema.digest("url")) IN (SELECT \(HubSchema.digest("wanted")) FROM unnest($1) AS wanted)
                AND url = ANY($1)
            """, { .kept(Array($0)) }, receive)
        try each(
            chips.map(\.hexadecimal), "WHERE uid = ANY($1) AND uid IS NOT NULL", { .kept(Array($0)) }, receive)
    }

    func evidence(numbers: [UInt128], _ receive: (SeenEvidence) throws -> Void) throws {
        try each(
            numbers, "WHERE contents.content = ANY($1)",
            { .byteStrings($0.map { ContentName(bits: $0).bytes }) }, receive)
    }

    private func each<Key>(
        _ keys: [Key], _ condition: String, _ value: (ArraySlice<Key>) -> PostgresValue,
        _ receive: (SeenEvidence) throws -> Void
    ) throws {
        var rest = keys[...]
        while !rest.isEmpty {
            let found = try connection.all("\(Self.select) \(condition)", [value(rest.prefix(Self.pageSize))]) {
                try $0.readSeen()
            }
            for seen in found { try receive(seen) }
            rest = rest.dropFirst(Self.pageSize)
        }
    }

    func settled(_ receive: (SettledPart) throws -> Void) throws {
        // Few stores have many tags.
        var stores: [String: StoreID] = [:]
        try connection.copyOut(
            """
            COPY (
                SELECT judged.content, (uid IS NOT NULL)::int::bigint, \(JudgedTable.settledColumns)
                FROM judged JOIN contents ON contents.content = judged.content
                WHERE plan = (SELECT plan FROM judging)
                    AND NOT EXISTS (SELECT 1 FROM changed WHERE changed.content = judged.content)
            ) TO STDOUT (FORMAT binary)
            """
        ) { row in try receive(try row.readSettled(&stores)) }
    }

    func knownTags(besidesSettled: Bool) throws -> [KnownTag] {
        // A content of which only answers are left is settled, and was seen before.
        let unsettled = """
            WHERE NOT EXISTS (
                SELECT 1 FROM judged WHERE judged.content = verdicts.content AND store IS NOT NULL
                    AND plan = (SELECT plan FROM judging)
                    AND NOT EXISTS (SELECT 1 FROM changed WHERE changed.content = judged.content)
            )
            """
        var tags: [KnownTag] = []
        try connection.copyOut(
            """
            COPY (
                SELECT url, uid, last_seen, last_inside
                FROM verdicts JOIN contents ON contents.content = verdicts.content \(besidesSettled ? unsettled : "")
            ) TO STDOUT (FORMAT binary)
            """
        ) { row in
            let (url, uid) = (try row.original(), try row.uid())
            tags.append(
                KnownTag(url: url, uid: uid, lastSeen: try row.integer() ?? 0, lastInside: try row.integer()))
        }
        return tags
    }
}

extension Columns {
    fileprivate mutating func readSeen() throws -> SeenEvidence {
        let number = ContentName(try bytes()).bits
        let content = SeenContent(url: try text(), uid: try optionalUID())
        return SeenEvidence(number: number, content, try readEvidence())
    }
}
