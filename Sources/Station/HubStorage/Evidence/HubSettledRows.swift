internal import PostgreSQL
internal import Registry

/// What is settled, as an audit of everything asks for it: added up by the database.
struct HubSettledRows {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Rows that were settled by another plan do not count, nor those of contents that changed since.
    static let isCurrent = """
        judged.plan = (SELECT plan FROM judging)
            AND NOT EXISTS (SELECT 1 FROM changed WHERE changed.content = judged.content)
        """

    private static let pageSize = 5_000

    /// Few groups have many contents: all of them are there before the first is handed over, so that their parts can be
    /// asked for.
    func sums(_ receive: (SettledSum) throws -> Void) throws {
        let sums = try connection.all(
            """
            SELECT store, batch, chip, count(*), sum(sightings)::bigint, sum(confirmations)::bigint,
                coalesce(sum(visits), 0)::bigint, min(first_visit), max(last_seen)
            FROM judged WHERE \(Self.isCurrent) GROUP BY store, batch, chip
            """
        ) { columns in
            let group = try columns.settledGroup()
            return try columns.settledSum(of: group, contents: Int(columns.integer()))
        }
        for sum in sums { try receive(sum) }
    }

    private static let parts = """
        SELECT content, store, batch, chip, sightings, confirmations, coalesce(visits, 0), first_visit, last_seen FROM judged
        """

    func parts(of group: SettledGroup, _ receive: (UInt128, SettledSum) throws -> Void) throws {
        try parts(
            where: "store IS NOT DISTINCT FROM $1 AND batch IS NOT DISTINCT FROM $2 AND chip = $3",
            [.optional(group.store?.key), .optional(group.batch?.text), .bool(group.isOnChip)], receive)
    }

    func parts(numbers: [UInt128], _ receive: (UInt128, SettledSum) throws -> Void) throws {
        var rest = numbers[...]
        while !rest.isEmpty {
            let page = rest.prefix(Self.pageSize)
            try connection.lookingUp(keys: page.count) {
                try parts(where: "content = ANY($1)", [.contents(page)], receive)
            }
            rest = rest.dropFirst(Self.pageSize)
        }
    }

    private func parts(
        where condition: String, _ values: [PostgresValue], _ receive: (UInt128, SettledSum) throws -> Void
    ) throws {
        try connection.forEachRow(of: "\(Self.parts) WHERE \(Self.isCurrent) AND \(condition)", values) { row in
            var columns = Columns(row)
            let number = ContentName(try columns.bytes()).bits
            let group = try columns.settledGroup()
            try receive(number, columns.settledSum(of: group, contents: 1))
        }
    }

    func tags(_ receive: (UInt128, Span<UInt8>) throws -> Void) throws {
        try connection.copyOut(
            "COPY (SELECT content, tag FROM judged WHERE tag IS NOT NULL AND \(Self.isCurrent)) TO STDOUT (FORMAT binary)"
        ) { row in
            let number = ContentName(try row.bytes() ?? []).bits
            let tag = try row.bytes() ?? []
            try receive(number, tag.span)
        }
    }

    func contents(onChipsNaming tags: Set<TagID>) throws -> [UInt128] {
        if tags.isEmpty { return [] }
        return try contents("named = ANY($1) AND named IS NOT NULL AND chip", .kept(tags.map(\.text)))
    }

    func contents(lastSeenBefore time: Int64) throws -> [UInt128] {
        try contents("store IS NOT NULL AND last_seen < $1", .integer(time))
    }

    /// See ``JudgingEvidence/sharedContents``.
    func shared() throws -> [UInt128] {
        try connection.all(
            """
            SELECT judged.content FROM contents JOIN judged ON judged.content = contents.content WHERE uid IN (
                SELECT uid FROM contents WHERE uid IS NOT NULL GROUP BY uid HAVING count(*) > 1)
            UNION SELECT content FROM judged WHERE chip AND named IN (
                SELECT named FROM judged WHERE named IS NOT NULL AND chip GROUP BY named HAVING count(*) > 1)
            """
        ) { ContentName(try $0.bytes()).bits }
    }

    private func contents(_ condition: String, _ value: PostgresValue) throws -> [UInt128] {
        try connection.all("SELECT content FROM judged WHERE \(condition) AND \(Self.isCurrent)", [value]) {
            ContentName(try $0.bytes()).bits
        }
    }
}

extension PostgresValue {
    /// Names of contents, as audits have them.
    static func contents(_ numbers: some Sequence<UInt128>) -> PostgresValue {
        .byteStrings(numbers.map { ContentName(bits: $0).bytes })
    }
}

extension Columns {
    fileprivate mutating func settledGroup() throws -> SettledGroup {
        let store: StoreID? = try optionalStore()
        let batch: BatchName? = try optionalIdentifier()
        return SettledGroup(store: store, batch: batch, isOnChip: try bool())
    }

    fileprivate mutating func settledSum(of group: SettledGroup, contents: Int) throws -> SettledSum {
        SettledSum(
            group, contents: contents, sightings: Int(try integer()), confirmations: Int(try integer()),
            visits: Int(try integer()), firstVisit: try optionalInteger(), lastSeen: try optionalInteger())
    }
}
