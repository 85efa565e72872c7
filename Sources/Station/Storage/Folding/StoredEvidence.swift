internal import Chips
internal import Registry

/// Evidence as it is in the tables at one moment: within a transaction.
struct StoredEvidence: JudgingEvidence {
    private let database: Database

    init(_ database: Database) { self.database = database }

    private static let pageSize = 5_000
    private static let select = """
        SELECT number, url, uid, sightings, last_seen, visits, confirmations, witnesses
        FROM contents CROSS JOIN evidence ON evidence.content = number
        """

    var mark: JudgingMark { get throws { try JudgedTable(database).mark } }

    func everything(_ receive: ([SeenEvidence]) throws -> Void) throws { try pages("", receive) }

    func unsettled(_ receive: ([SeenEvidence]) throws -> Void) throws {
        try pages("number IN (SELECT content FROM changed) AND", receive)
    }

    private func pages(_ condition: String, _ receive: ([SeenEvidence]) throws -> Void) throws {
        var last = Int64.min
        while true {
            let page = try database.rows(
                Self.select + " WHERE \(condition) number > ? ORDER BY number LIMIT \(Self.pageSize)", [.integer(last)]
            ) { row in
                last = row.integer("number")
                return Self.seen(row)
            }
            guard !page.isEmpty else { return }
            try receive(page)
        }
    }

    func evidence(urls: [String], chips: Set<ChipUID>, _ receive: (SeenEvidence) throws -> Void) throws {
        for url in urls {
            try database.forEachRow(Self.select + " WHERE url = ?", [.text(url)]) { try receive(Self.seen($0)) }
        }
        for chip in chips {
            // The condition of the index.
            try database.forEachRow(Self.select + " WHERE uid = ? AND uid <> ''", [.text(chip.hexadecimal)]) {
                try receive(Self.seen($0))
            }
        }
    }

    func evidence(numbers: [UInt128], _ receive: (SeenEvidence) throws -> Void) throws {
        for number in numbers {
            try database.forEachRow(Self.select + " WHERE number = ?", [.integer(Int64(truncatingIfNeeded: number))]) {
                try receive(Self.seen($0))
            }
        }
    }

    func settled(_ receive: (SettledPart) throws -> Void) throws {
        let parts = """
            SELECT number, uid <> '' AS chip, sightings, confirmations, store, tag, named, visits, first_visit, last_seen
            FROM judged JOIN contents ON number = content WHERE plan = (SELECT plan FROM judging)
            """
        // Few stores have many tags.
        var stores: [String: StoreID] = [:]
        try database.forEachRow(parts) { row in
            try receive(
                SettledPart(
                    number: Self.number(row), isOnChip: row.integer("chip") == 1,
                    sightings: Int(row.integer("sightings")), confirmations: Int(row.integer("confirmations")),
                    tag: try JudgedTable.tag(row, &stores)))
        }
    }

    func knownTags(besidesSettled: Bool) throws -> [KnownTag] {
        // A content of which only answers are left is settled, and was seen before.
        let unsettled = """
             WHERE content NOT IN (
                SELECT content FROM judged WHERE plan = (SELECT plan FROM judging) AND store IS NOT NULL
            )
            """
        return try database.rows(
            SQLiteRegistry.selectKnown + (besidesSettled ? unsettled : ""), [], as: SQLiteRegistry.knownTag)
    }

    private static func number(_ row: borrowing ResultRow) -> UInt128 {
        UInt128(UInt64(bitPattern: row.integer("number")))
    }

    private static func seen(_ row: borrowing ResultRow) -> SeenEvidence {
        SeenEvidence(number: Self.number(row), EvidenceTable.content(row), EvidenceTable.evidence(row))
    }
}
