internal import Chips
internal import PostgreSQL
internal import Registry
internal import Storage

/// Evidence as it is in the tables at one moment: within a transaction. While rows are handed over nothing else can be asked.
struct HubStoredEvidence: JudgingEvidence {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    private static let pageSize = 5_000
    private static let select = """
        SELECT contents.content, url, uid, \(HubEvidenceTable.columns)
        FROM contents JOIN evidence ON evidence.content = contents.content
        """

    var mark: JudgingMark { get throws { try HubJudgedTable(connection).mark } }

    var isWhole: Bool { get throws { try connection.number("SELECT 1::bigint FROM refolds LIMIT 1") == nil } }

    var contents: Int { get throws { Int(try connection.number("SELECT count(*) FROM evidence") ?? 0) } }

    var openContents: Int {
        get throws {
            try mark.isCurrent ? Int(try connection.number("SELECT count(*) FROM changed") ?? 0) : contents
        }
    }

    /// The same for every daemon: each asks servers of one database.
    func part(_ part: EvidencePart, _ receive: ([SeenEvidence]) throws -> Void) throws {
        let isOfPart = "(hashtext(url) & 2147483647) % \(part.count) = \(part.number)"
        try pages(Self.select + " WHERE \(isOfPart)", receive)
    }

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

    func evidence(
        urls: [String], chips: Set<ChipUID>, besides known: Set<UInt128>, _ receive: (SeenEvidence) throws -> Void
    ) throws {
        func receiveNew(_ seen: SeenEvidence) throws { if !known.contains(seen.number) { try receive(seen) } }
        let hasOne = """
            \(HubSchema.digest("url")) IN (SELECT \(HubSchema.digest("wanted")) FROM unnest($1) AS wanted)
                AND url = ANY($1)
            """
        try each(urls, where: hasOne, { .kept(Array($0)) }, receiveNew)
        try each(
            chips.map(\.hexadecimal), where: "uid = ANY($1) AND uid IS NOT NULL", { .kept(Array($0)) }, receiveNew)
    }

    func evidence(numbers: [UInt128], _ receive: (SeenEvidence) throws -> Void) throws {
        try each(numbers, where: "contents.content = ANY($1)", PostgresValue.contents, receive)
    }

    private func each<Key>(
        _ keys: [Key], where condition: String, _ value: (ArraySlice<Key>) -> PostgresValue,
        _ receive: (SeenEvidence) throws -> Void
    ) throws {
        var rest = keys[...]
        while !rest.isEmpty {
            let page = rest.prefix(Self.pageSize)
            let found = try connection.lookingUp(keys: page.count) {
                try connection.all("\(Self.select) WHERE \(condition)", [value(page)]) { try $0.readSeen() }
            }
            for seen in found { try receive(seen) }
            rest = rest.dropFirst(Self.pageSize)
        }
    }

    func knownTags(ofSettled numbers: Set<UInt128>?) throws -> [KnownTag] {
        guard let numbers else { return try knownTags() }
        // A content of which only answers are left is settled, and was seen before.
        var tags = try knownTags("WHERE NOT EXISTS (\(Self.isSettledAsSeen))")
        var rest = Array(numbers)[...]
        while !rest.isEmpty {
            let page = rest.prefix(Self.pageSize)
            tags += try connection.lookingUp(keys: page.count) { try knownTags(settled: page) }
            rest = rest.dropFirst(Self.pageSize)
        }
        return tags
    }

    private func knownTags(settled numbers: ArraySlice<UInt128>) throws -> [KnownTag] {
        try connection.all(
            "\(Self.selectKnown) WHERE verdicts.content = ANY($1) AND EXISTS (\(Self.isSettledAsSeen))",
            [.contents(numbers)]
        ) { columns in
            let (url, uid) = (try columns.text(), try columns.optionalUID())
            return KnownTag(
                url: url, uid: uid, lastSeen: try columns.integer(), lastInside: try columns.optionalInteger())
        }
    }

    private static let selectKnown = """
        SELECT url, uid, last_seen, last_inside FROM verdicts JOIN contents ON contents.content = verdicts.content
        """

    private static let isSettledAsSeen = """
        SELECT 1 FROM judged
        WHERE judged.content = verdicts.content AND store IS NOT NULL AND \(HubSettledRows.isCurrent)
        """

    private func knownTags(_ condition: String = "") throws -> [KnownTag] {
        var tags: [KnownTag] = []
        try connection.copyOut("COPY (\(Self.selectKnown) \(condition)) TO STDOUT (FORMAT binary)") { row in
            let (url, uid) = (try row.original(), try row.uid())
            tags.append(
                KnownTag(url: url, uid: uid, lastSeen: try row.integer() ?? 0, lastInside: try row.integer()))
        }
        return tags
    }
}

extension HubStoredEvidence {
    private var settled: HubSettledRows { HubSettledRows(connection) }

    var sharedContents: [UInt128] { get throws { try settled.shared() } }

    func settledSums(_ receive: (SettledSum) throws -> Void) throws { try settled.sums(receive) }

    func settledParts(of group: SettledGroup, _ receive: (UInt128, SettledSum) throws -> Void) throws {
        try settled.parts(of: group, receive)
    }

    func settledParts(numbers: [UInt128], _ receive: (UInt128, SettledSum) throws -> Void) throws {
        try settled.parts(numbers: numbers, receive)
    }

    func settledTags(_ receive: (UInt128, Span<UInt8>) throws -> Void) throws { try settled.tags(receive) }

    func settledContents(onChipsNaming tags: Set<TagID>) throws -> [UInt128] {
        try settled.contents(onChipsNaming: tags)
    }

    func settledContents(lastSeenBefore time: Int64) throws -> [UInt128] {
        try settled.contents(lastSeenBefore: time)
    }
}

extension Columns {
    fileprivate mutating func readSeen() throws -> SeenEvidence {
        let number = ContentName(try bytes()).bits
        let content = SeenContent(url: try text(), uid: try optionalUID())
        return SeenEvidence(number: number, content, try readEvidence())
    }
}
