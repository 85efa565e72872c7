internal import Chips
internal import Registry

/// Evidence as it is in the tables at one moment: within a transaction.
struct StoredEvidence: JudgingEvidence {
    private let database: Database
    private let settled: SettledRows

    init(_ database: Database) {
        self.database = database
        settled = SettledRows(database)
    }

    private static let pageSize = 5_000
    private static let select = """
        SELECT number, url, uid, sightings, last_seen, visits, confirmations, witnesses
        FROM contents CROSS JOIN evidence ON evidence.content = number
        """

    var mark: JudgingMark { get throws { try JudgedTable(database).mark } }

    var isWhole: Bool { get throws { try database.integer("SELECT 1 FROM folding") == nil } }

    /// Numbers are given out one after the other, and those of contents that were removed are missing.
    var contents: Int { get throws { Int(try database.integer("SELECT max(number) FROM contents") ?? 0) } }

    var openContents: Int {
        get throws {
            try mark.isCurrent ? Int(try database.integer("SELECT count(*) FROM changed") ?? 0) : contents
        }
    }

    func part(_ part: EvidencePart, _ receive: ([SeenEvidence]) throws -> Void) throws {
        var page: [SeenEvidence] = []
        try database.forEachRow(Self.select + " ORDER BY number") { row in
            var isOfPart = false
            row.withText("url") { isOfPart = part.holds($0) }
            guard isOfPart else { return }
            page.append(Self.seen(row))
            guard page.count == Self.pageSize else { return }
            try receive(page)
            page.removeAll(keepingCapacity: true)
        }
        if !page.isEmpty { try receive(page) }
    }

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

    func evidence(
        urls: [String], chips: Set<ChipUID>, besides known: Set<UInt128>, _ receive: (SeenEvidence) throws -> Void
    ) throws {
        // Most are known: of these the numbers are read alone.
        var numbers: Set<UInt128> = []
        func note(_ row: borrowing ResultRow) {
            let number = Self.number(row.onlyInteger ?? 0)
            if !known.contains(number) { numbers.insert(number) }
        }
        for url in urls {
            try database.forEachRow("SELECT number FROM contents WHERE url = ?", [.text(url)]) { note($0) }
        }
        for chip in chips {
            // The condition of the index.
            try database.forEachRow(
                "SELECT number FROM contents WHERE uid = ? AND uid <> ''", [.text(chip.hexadecimal)]
            ) { note($0) }
        }
        try evidence(numbers: numbers.sorted(), receive)
    }

    func evidence(numbers: [UInt128], _ receive: (SeenEvidence) throws -> Void) throws {
        let one = Self.select + " WHERE number = ?"
        for number in numbers {
            try database.forEachRow(one, [.integer(Self.number(number))]) { try receive(Self.seen($0)) }
        }
    }

    func knownTags(ofSettled numbers: Set<UInt128>?) throws -> [KnownTag] {
        guard let numbers else {
            return try database.rows(SQLiteRegistry.selectKnown, [], as: SQLiteRegistry.knownTag)
        }
        // Both tables are in the order of contents, and the next content of the one is mostly the next of the other. A content
        // of which only answers are left is settled, and was seen before.
        let unsettled = """
             WHERE content IN (
                SELECT verdicts.content FROM verdicts LEFT JOIN judged
                    ON judged.content = verdicts.content AND \(SettledRows.isCurrent) AND judged.store IS NOT NULL
                WHERE judged.content IS NULL
            )
            """
        var known = try database.rows(SQLiteRegistry.selectKnown + unsettled, [], as: SQLiteRegistry.knownTag)
        let one = SQLiteRegistry.selectKnown + " WHERE content = ?"
        for number in numbers.map(Self.number) where try settled.isSeen(number) {
            known += try database.rows(one, [.integer(number)], as: SQLiteRegistry.knownTag)
        }
        return known
    }

    private static func seen(_ row: borrowing ResultRow) -> SeenEvidence {
        SeenEvidence(
            number: number(row.integer("number")), EvidenceTable.content(row), EvidenceTable.evidence(row))
    }

    /// The table's number of a content as audits have it, and back.
    private static func number(_ number: Int64) -> UInt128 { UInt128(UInt64(bitPattern: number)) }

    private static func number(_ number: UInt128) -> Int64 { Int64(truncatingIfNeeded: number) }
}

extension StoredEvidence {
    var sharedContents: [UInt128] { get throws { try settled.shared().map(Self.number) } }

    func settledSums(_ receive: (SettledSum) throws -> Void) throws { try settled.sums(receive) }

    func settledParts(of group: SettledGroup, _ receive: (UInt128, SettledSum) throws -> Void) throws {
        try settled.parts(of: group) { try receive(Self.number($0), $1) }
    }

    func settledParts(numbers: [UInt128], _ receive: (UInt128, SettledSum) throws -> Void) throws {
        try settled.parts(numbers: numbers.map(Self.number)) { try receive(Self.number($0), $1) }
    }

    func settledTags(_ receive: (UInt128, Span<UInt8>) throws -> Void) throws {
        try settled.tags { try receive(Self.number($0), $1) }
    }

    func settledContents(onChipsNaming tags: Set<TagID>) throws -> [UInt128] {
        try settled.contents(onChipsNaming: tags).map(Self.number)
    }

    func settledContents(lastSeenBefore time: Int64) throws -> [UInt128] {
        try settled.contents(lastSeenBefore: time).map(Self.number)
    }
}
