internal import Registry

/// The tables of contents that have to be judged, and of those that are settled.
struct JudgedTable {
    private let database: Database

    init(_ database: Database) { self.database = database }

    var mark: JudgingMark {
        get throws {
            try database.rows("SELECT plan, news, judged FROM judging") { row in
                JudgingMark(
                    plan: row.integer("plan"), news: row.integer("news"),
                    isCurrent: row.integer("plan") == row.integer("judged"))
            }.first ?? JudgingMark(plan: 0, news: 0, isCurrent: false)
        }
    }

    // MARK: What has to be judged

    /// An audit begins: what is noted from now on has changed since.
    func begin() throws -> JudgingMark {
        let mark = try mark
        try database.run("UPDATE judging SET news = news + 1")
        return mark
    }

    /// What was settled of it stays: an audit judges what is noted, and takes its part away.
    func note(_ content: Int64) throws {
        let values: [SQLiteValue] = [.integer(content)]
        // Most rows of an import are of contents that are noted already: no page changes for them.
        let isNoted = "SELECT 1 FROM changed WHERE content = ? AND mark = (SELECT news FROM judging)"
        guard try database.integer(isNoted, values) == nil else { return }
        try database.prepared(
            "INSERT OR REPLACE INTO changed VALUES (?, (SELECT news FROM judging))"
        ).run(values)
    }

    /// `contents`: queries of numbers, in each of which its value is bound. Mostly no content is concerned.
    func note(_ contents: [(query: String, value: SQLiteValue)]) throws {
        let numbers = try contents.flatMap { try database.rows($0.query, [$0.value]) { $0.onlyInteger ?? 0 } }
        for number in numbers { try note(number) }
    }

    /// Before rows of the contents in `refolds` are erased. A URL's rows with a chip and without one are judged together.
    func noteRefolds() throws {
        let numbers = try database.rows(
            """
            SELECT number FROM contents
            WHERE url IN (SELECT url FROM contents WHERE number IN (SELECT content FROM refolds))
            """
        ) { $0.onlyInteger ?? 0 }
        for number in numbers {
            try note(number)
            // An audit judges only what has evidence.
            try database.prepared("DELETE FROM judged WHERE content = ?").run([.integer(number)])
        }
    }

    /// What a change of the plan asks for.
    func note(_ change: Rejudging) throws {
        switch change {
        case .nothing: return
        case .everything: try database.run("UPDATE judging SET plan = plan + 1")
        case .store(let store):
            try database.run(
                "INSERT OR REPLACE INTO moved_stores VALUES (?, (SELECT news FROM judging))", [.text(store.key)])
            try note([("SELECT content FROM judged WHERE store = ?", .text(store.key))])
        case .contents(let urls, let chips):
            try note(
                urls.map { ("SELECT number FROM contents WHERE url = ?", .text($0.wrappedValue)) }
                    + chips.map { ("SELECT number FROM contents WHERE uid = ? AND uid <> ''", .text($0)) })
        }
    }

    // MARK: What is settled

    /// Puts away what an audit came to, but for contents that changed since it read them, that a later audit has judged
    /// already, or whose evidence was erased. Those at a store that changed meanwhile are noted: so far nothing said that they
    /// are there.
    func settle(_ contents: some Sequence<SettledContent>, by mark: JudgingMark) throws {
        let numbers = try EvidenceNumbers(database)
        let moved = try storesMoved(since: mark)
        var digests = try EvidenceDigest()
        for settled in contents {
            guard let number = try numberWithEvidence(of: settled.content, numbers) else { continue }
            let noted = try database.integer("SELECT mark FROM changed WHERE content = ?", [.integer(number)])
            if let noted, noted > mark.news { continue }
            if let store = settled.tag?.store, moved.contains(store) {
                try note(number)
                continue
            }
            if noted != nil {
                try database.prepared("DELETE FROM changed WHERE content = ?").run([.integer(number)])
            }
            let tag = settled.tag
            try database.prepared(Self.settling).run([
                .integer(number), .integer(mark.plan), .integer(settled.content.uid == nil ? 0 : 1),
                .integer(Int64(settled.sightings)),
                .integer(Int64(settled.confirmations)), .optional(tag?.store.key), .optional(tag?.tag?.text),
                .optional(tag?.batch?.text), .optional(tag?.named?.text), .optional(tag.map { Int64($0.visits) }),
                .optional(tag?.firstVisit),
                .optional(tag?.lastSeen), .integer(try digests.digest(of: settled)), .integer(mark.news),
            ])
        }
    }

    /// Mostly the tag is the one that it was: then its entries in indexes stay.
    private static let settling = """
        INSERT INTO judged VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (content) DO UPDATE SET
            plan = excluded.plan, chip = excluded.chip, sightings = excluded.sightings,
            confirmations = excluded.confirmations, store = excluded.store, tag = excluded.tag, batch = excluded.batch,
            named = excluded.named, visits = excluded.visits, first_visit = excluded.first_visit,
            last_seen = excluded.last_seen, digest = excluded.digest, news = excluded.news
        WHERE judged.news <= excluded.news
        """

    /// An audit that began earlier and ends later settles none of them.
    func keepUnsettled(_ contents: some Sequence<SeenContent>, by mark: JudgingMark) throws {
        let numbers = try EvidenceNumbers(database)
        for content in contents {
            guard let number = try numberWithEvidence(of: content, numbers) else { continue }
            try database.prepared(Self.keeping).run([.integer(number), .integer(mark.news)])
            try database.prepared("DELETE FROM judged WHERE content = ?").run([.integer(number)])
        }
    }

    private static let keeping = """
        INSERT INTO changed VALUES (?, ?) ON CONFLICT (content) DO UPDATE SET mark = max(mark, excluded.mark)
        """

    /// What was erased since an audit read it gets no row again.
    private func numberWithEvidence(of content: SeenContent, _ numbers: EvidenceNumbers) throws -> Int64? {
        guard let number = try numbers.known(content),
            try database.integer("SELECT 1 FROM evidence WHERE content = ?", [.integer(number)]) != nil
        else { return nil }
        return number
    }

    private func storesMoved(since mark: JudgingMark) throws -> Set<StoreID> {
        Set(
            try database.rows("SELECT store FROM moved_stores WHERE mark > ?", [.integer(mark.news)]) {
                try SQLiteRegistry.storeID($0.text("store"))
            })
    }

    /// Everything that an audit by this mark judged is put away.
    func endSettling(by mark: JudgingMark) throws {
        try database.run("UPDATE judging SET judged = plan WHERE plan = ?", [.integer(mark.plan)])
        // Contents whose last row was erased.
        try database.run(
            """
            DELETE FROM changed WHERE mark <= ? AND NOT EXISTS (SELECT 1 FROM folding)
                AND content NOT IN (SELECT content FROM evidence)
            """, [.integer(mark.news)])
    }

    /// How many rows are not what was written.
    func countDamaged() throws -> Int {
        var digests = try EvidenceDigest()
        var wrong = 0
        let all = """
            SELECT url, uid, chip, sightings, confirmations, store, tag, batch, named, visits, first_visit, last_seen,
                digest
            FROM judged JOIN contents ON number = content
            """
        try database.forEachRow(all) { row in
            let isWritten = try digests.digest(of: Self.settled(row)) == row.integer("digest")
            if !isWritten || (row.text("uid") != "") != (row.integer("chip") == 1) { wrong += 1 }
        }
        return wrong
    }

    private static func settled(_ row: borrowing ResultRow) throws -> SettledContent {
        var tag: SettledTag?
        if let store = row.optionalText("store") {
            tag = SettledTag(
                store: try SQLiteRegistry.storeID(store),
                tag: try row.optionalText("tag").map(SQLiteRegistry.identifier),
                batch: try row.optionalText("batch").map(SQLiteRegistry.identifier),
                named: try row.optionalText("named").map(SQLiteRegistry.identifier), visits: Int(row.integer("visits")),
                firstVisit: row.integer("first_visit"), lastSeen: row.integer("last_seen"))
        }
        return SettledContent(
            EvidenceTable.content(row), sightings: Int(row.integer("sightings")),
            confirmations: Int(row.integer("confirmations")), tag: tag)
    }
}
