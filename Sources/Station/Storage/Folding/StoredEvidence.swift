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

    func settled(_ receive: (SettledContent) throws -> Void) throws {
        try database.forEachRow(JudgedTable.selectSettled + " WHERE plan = (SELECT plan FROM judging)") { row in
            try receive(try JudgedTable.settled(row))
        }
    }

    private static func seen(_ row: borrowing ResultRow) -> SeenEvidence {
        SeenEvidence(EvidenceTable.content(row), EvidenceTable.evidence(row))
    }
}
