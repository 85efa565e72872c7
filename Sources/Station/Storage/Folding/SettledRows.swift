internal import Registry

/// What is settled, as an audit of everything asks for it: added up by SQLite along an index, so that the many rows that
/// nothing is asked of one by one are not read one by one.
struct SettledRows {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Rows that were settled by another plan do not count.
    static let isCurrent = "plan = (SELECT plan FROM judging)"

    private static let group = "store IS ? AND batch IS ? AND chip = ?"

    func sums(_ receive: (SettledSum) throws -> Void) throws {
        let sums = """
            SELECT store, batch, chip, count(*) AS contents, sum(sightings) AS sightings,
                sum(confirmations) AS confirmations, coalesce(sum(visits), 0) AS visits,
                min(first_visit) AS first_visit, max(last_seen) AS last_seen
            FROM judged INDEXED BY judged_sums WHERE \(Self.isCurrent) GROUP BY store, batch, chip
            """
        try database.forEachRow(sums) { try receive(Self.sum($0, contents: Int($0.integer("contents")))) }
    }

    private static let parts = """
        SELECT content, store, batch, chip, sightings, confirmations, coalesce(visits, 0) AS visits, first_visit, last_seen
        FROM judged
        """

    func parts(of group: SettledGroup, _ receive: (Int64, SettledSum) throws -> Void) throws {
        try database.forEachRow(
            Self.parts + " INDEXED BY judged_sums WHERE \(Self.isCurrent) AND \(Self.group)",
            [.optional(group.store?.key), .optional(group.batch?.text), .integer(group.isOnChip ? 1 : 0)]
        ) { try receive($0.integer("content"), Self.sum($0, contents: 1)) }
    }

    func parts(numbers: [Int64], _ receive: (Int64, SettledSum) throws -> Void) throws {
        for number in numbers {
            try database.forEachRow(
                Self.parts + " WHERE content = ? AND \(Self.isCurrent)", [.integer(number)]
            ) { try receive(number, Self.sum($0, contents: 1)) }
        }
    }

    /// Whether a content is settled as a tag that was seen.
    func isSeen(_ number: Int64) throws -> Bool {
        try database.integer(
            "SELECT 1 FROM judged WHERE content = ? AND \(Self.isCurrent) AND store IS NOT NULL", [.integer(number)])
            != nil
    }

    func tags(_ receive: (Int64, Span<UInt8>) throws -> Void) throws {
        try database.forEachRow(
            "SELECT content, tag FROM judged INDEXED BY judged_tags WHERE \(Self.isCurrent) AND tag IS NOT NULL"
        ) { row in
            let content = row.integer("content")
            try row.withText("tag") { try receive(content, $0) }
        }
    }

    func contents(onChipsNaming tags: Set<TagID>) throws -> [Int64] {
        try tags.flatMap { tag in
            try database.rows(
                "SELECT content FROM judged WHERE named = ? AND named IS NOT NULL AND chip = 1 AND \(Self.isCurrent)",
                [.text(tag.text)]
            ) { $0.onlyInteger ?? 0 }
        }
    }

    func contents(lastSeenBefore time: Int64) throws -> [Int64] {
        try database.rows(
            "SELECT content FROM judged WHERE \(Self.isCurrent) AND store IS NOT NULL AND last_seen < ?",
            [.integer(time)]
        ) { $0.onlyInteger ?? 0 }
    }

    /// See ``JudgingEvidence/sharedContents``.
    func shared() throws -> [Int64] {
        let onSharedChips = """
            SELECT number FROM contents JOIN judged ON content = number WHERE uid IN (
                SELECT uid FROM contents WHERE uid <> '' GROUP BY uid HAVING count(*) > 1)
            """
        let named = """
            SELECT content FROM judged WHERE chip = 1 AND named IN (
                SELECT named FROM judged WHERE named IS NOT NULL AND chip = 1 GROUP BY named HAVING count(*) > 1)
            """
        return try [onSharedChips, named].flatMap { try database.rows($0, []) { $0.onlyInteger ?? 0 } }
    }

    private static func sum(_ row: borrowing ResultRow, contents: Int) throws -> SettledSum {
        let group = SettledGroup(
            store: try row.optionalText("store").map(SQLiteRegistry.storeID),
            batch: try row.optionalText("batch").map(SQLiteRegistry.identifier), isOnChip: row.integer("chip") == 1)
        return SettledSum(
            group, contents: contents, sightings: Int(row.integer("sightings")),
            confirmations: Int(row.integer("confirmations")), visits: Int(row.integer("visits")),
            firstVisit: row.optionalInteger("first_visit"), lastSeen: row.optionalInteger("last_seen"))
    }
}
