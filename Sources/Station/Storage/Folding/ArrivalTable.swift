internal import Registry

/// The table of rows that have come and are not folded yet.
struct ArrivalTable {
    private let database: Database

    init(_ database: Database) { self.database = database }

    func add(_ sightings: [ArrivedRow<PackedVisit>], _ confirmations: [ArrivedRow<PackedOutcome>]) throws {
        let bytes = (FoldedBytes.bytes(of: sightings), FoldedBytes.bytes(of: confirmations))
        var digests = try EvidenceDigest()
        // No number that is being folded or was: SQLite gives those of removed rows out again, and while the folded ones are
        // removed, piece by piece, this one would go with them.
        try database.prepared(
            """
            INSERT INTO arrivals (number, rows, sightings, confirmations, digest)
            SELECT 1 + max(
                coalesce((SELECT max(number) FROM arrivals), 0), coalesce((SELECT max(last) FROM arrival_fold), 0)),
                ?, ?, ?, ?
            """
        ).run([
            .integer(Int64(sightings.count + confirmations.count)), .bytes(bytes.0), .bytes(bytes.1),
            .integer(try digests.digest(ofSightings: bytes.0, confirmations: bytes.1)),
        ])
    }

    /// How many rows wait.
    var count: Int { get throws { Int(try database.integer("SELECT sum(rows) FROM arrivals") ?? 0) } }

    /// Up to which number of the table rows are folded together: the first that wait, so many or a little more; nil when
    /// none do. Begins to fold them, or continues where that has ended.
    func begin(rows limit: Int) throws -> Int64? {
        if let begun = try state { return begun.last }
        var (last, count): (Int64?, Int) = (nil, 0)
        let numbers = try database.rows("SELECT number, rows FROM arrivals ORDER BY number LIMIT ?", [.integer(4_096)])
        {
            (number: $0.integer("number"), rows: Int($0.integer("rows")))
        }
        for (number, rows) in numbers where count < limit { (last, count) = (number, count + rows) }
        guard let last else { return nil }
        try database.run("INSERT INTO arrival_fold VALUES (?, ?)", [.integer(last), .integer(.min)])
        return last
    }

    /// What is being folded, and up to which content that is done.
    var state: (last: Int64, content: Int64)? {
        get throws {
            try database.rows("SELECT last, content FROM arrival_fold") {
                (last: $0.integer("last"), content: $0.integer("content"))
            }.first
        }
    }

    func note(folded content: Int64) throws {
        try database.run("UPDATE arrival_fold SET content = ?", [.integer(content)])
    }

    /// Hands over what some rows of the table hold: so many of those behind one number, up to another. Returns the last
    /// one's number; nil when there are none.
    func forEach(
        after first: Int64, upTo last: Int64, limit: Int = .max,
        _ receive: ([ArrivedRow<PackedVisit>], [ArrivedRow<PackedOutcome>]) throws -> Void
    ) throws -> Int64? {
        var number: Int64?
        try database.forEachRow(
            """
            SELECT number, sightings, confirmations FROM arrivals WHERE number > ? AND number <= ? ORDER BY number LIMIT ?
            """, [.integer(first), .integer(last), .integer(Int64(limit))]
        ) {
            number = $0.integer("number")
            try receive(
                FoldedBytes.arrivedVisits($0.bytes("sightings")),
                FoldedBytes.arrivedWitnesses($0.bytes("confirmations")))
        }
        return number
    }

    /// Removes some of those that are folded; false when none are left of them, and their folding has ended.
    func removeFolded(upTo last: Int64) throws -> Bool {
        // An erasure may have handed them over meanwhile.
        guard try state?.last == last else { return false }
        try database.run(
            "DELETE FROM arrivals WHERE number IN (SELECT number FROM arrivals WHERE number <= ? LIMIT 8)",
            [.integer(last)])
        if database.changes > 0 { return true }
        try database.run("DELETE FROM arrival_fold")
        return false
    }

    /// Before rows are erased: those that wait are not folded any more, and a pass comes to all rows of their contents.
    func handOver() throws {
        var contents: Set<Int64> = []
        _ = try forEach(after: .min, upTo: .max) { sightings, confirmations in
            contents.formUnion(sightings.lazy.map(\.content))
            contents.formUnion(confirmations.lazy.map(\.content))
        }
        for content in contents {
            try database.run("INSERT OR IGNORE INTO refolds VALUES (?)", [.integer(content)])
        }
        try database.run("DELETE FROM arrivals")
        try database.run("DELETE FROM arrival_fold")
    }

    /// How many rows of the table are not what was written.
    func countDamaged() throws -> Int {
        var digests = try EvidenceDigest()
        var wrong = 0
        try database.forEachRow("SELECT rows, sightings, confirmations, digest FROM arrivals") { row in
            let (sightings, confirmations) = (row.bytes("sightings"), row.bytes("confirmations"))
            let rows = FoldedBytes.arrivedVisits(sightings).count + FoldedBytes.arrivedWitnesses(confirmations).count
            let digest = try digests.digest(ofSightings: sightings, confirmations: confirmations)
            if digest != row.integer("digest") || rows != Int(row.integer("rows")) { wrong += 1 }
        }
        return wrong
    }
}
