internal import PostgreSQL
internal import Registry

/// The tables of contents that have to be judged, and of those that are settled.
struct HubJudgedTable {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    var mark: JudgingMark {
        get throws {
            try connection.all("SELECT plan, news, judged FROM judging") { columns in
                let (plan, news) = (try columns.integer(), try columns.integer())
                return JudgingMark(plan: plan, news: news, isCurrent: plan == (try columns.integer()))
            }.first ?? JudgingMark(plan: 0, news: 0, isCurrent: false)
        }
    }

    /// An audit begins: what is noted from now on has changed since. Every gate is locked, so whatever was noted before is
    /// committed.
    func begin() throws -> JudgingMark {
        let mark = try mark
        try connection.change("UPDATE judging SET news = news + 1")
        return mark
    }

    // MARK: What has to be judged

    /// In the order of their names.
    func note(_ names: [ContentName]) throws {
        try note("SELECT unnest($1) AS content", [.byteStrings(names.map(\.bytes))])
    }

    /// `contents`: a query of names. Most contents that come in are noted already: no row changes for them.
    func note(_ contents: String, _ values: [PostgresValue] = []) throws {
        try connection.change(
            """
            INSERT INTO changed (content, mark)
            SELECT DISTINCT named.content, (SELECT news FROM judging) FROM (\(contents)) AS named
            WHERE NOT EXISTS (
                SELECT 1 FROM changed WHERE changed.content = named.content AND mark = (SELECT news FROM judging))
            ORDER BY named.content ON CONFLICT (content) DO UPDATE SET mark = excluded.mark
            """, values)
    }

    /// What changes of the plan ask for.
    func note(_ changes: RejudgedContents) throws {
        if changes.isEverything { try connection.change("UPDATE judging SET plan = plan + 1") }
        if !changes.stores.isEmpty { try noteMoved(changes.stores.map(\.key).sorted()) }
        if !changes.urls.isEmpty || !changes.chips.isEmpty {
            try note(
                """
                SELECT content FROM contents
                WHERE \(HubSchema.digest("url")) IN (SELECT \(HubSchema.digest("wanted")) FROM unnest($1) AS wanted)
                    AND url = ANY($1)
                UNION ALL SELECT content FROM contents WHERE uid = ANY($2) AND uid IS NOT NULL
                """, [.kept(changes.urls.map(\.wrappedValue).sorted()), .kept(changes.chips.sorted())])
        }
        if !changes.stores.isEmpty {
            try note("SELECT content FROM judged WHERE store = ANY($1)", [.kept(changes.stores.map(\.key).sorted())])
        }
    }

    /// All gates for evidence are locked: what is being settled as at one of these stores is there before, or finds it moved.
    private func noteMoved(_ stores: [String]) throws {
        try connection.change(
            """
            INSERT INTO moved_stores (store, mark) SELECT unnest($1), (SELECT news FROM judging)
            ON CONFLICT (store) DO UPDATE SET mark = excluded.mark
            """, [.kept(stores)])
    }

    /// Before rows of the contents in `refolds` are erased. A URL's rows with a chip and without one are judged together.
    func noteRefolds() throws {
        try note(
            """
            SELECT others.content FROM refolds JOIN contents AS own ON own.content = refolds.content
            JOIN contents AS others ON \(HubSchema.digest("others.url")) = \(HubSchema.digest("own.url"))
                AND others.url = own.url
            """)
    }

    // MARK: What is settled

    /// A settled content with its name.
    struct Named: Sendable {
        let name: ContentName
        let settled: SettledContent
    }

    /// In the order of their names. Not on the registry's thread, which others wait for.
    @concurrent static func named(_ contents: [SettledContent]) async throws -> [Named] {
        try contents.map { Named(name: try ContentName($0.content), settled: $0) }.sorted { $0.name < $1.name }
    }

    /// Puts away what an audit came to, but for contents that changed since it read them, that a later audit has judged
    /// already, or whose evidence was erased. Those at a store that changed meanwhile are noted: so far nothing said that they
    /// are there. In the order of their names. A gate for evidence is locked.
    func settle(_ all: some Collection<Named>, by mark: JudgingMark) throws {
        try connection.rows(
            "SELECT 1 FROM changed WHERE content = ANY($1) ORDER BY content FOR UPDATE",
            [.byteStrings(all.map(\.name.bytes))])
        let moved = try storesMoved(since: mark)
        func isMoved(_ named: Named) -> Bool { named.settled.tag.map { moved.contains($0.store) } ?? false }
        let overtaken = moved.isEmpty ? [] : all.filter(isMoved).map(\.name)
        if !overtaken.isEmpty { try note(overtaken) }
        let named = overtaken.isEmpty ? Array(all) : all.filter { !isMoved($0) }
        let names = PostgresValue.byteStrings(named.map(\.name.bytes))
        try connection.change(
            "DELETE FROM changed WHERE content = ANY($1) AND mark <= $2", [names, .integer(mark.news)])
        let tags = named.map(\.settled.tag)
        try connection.change(
            """
            INSERT INTO judged (content, plan, news, \(Self.settledColumns))
            SELECT content, $13, $12, chip = 1, \(Self.addedColumns)
            FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) AS row (content, \(Self.settledColumns))
            WHERE content NOT IN (SELECT content FROM changed WHERE content = ANY($1) AND mark > $12)
                AND EXISTS (SELECT 1 FROM evidence WHERE evidence.content = row.content)
            ORDER BY content ON CONFLICT (content) DO UPDATE SET plan = excluded.plan, news = excluded.news, chip = excluded.chip,
                sightings = excluded.sightings, confirmations = excluded.confirmations, store = excluded.store,
                tag = excluded.tag, batch = excluded.batch, named = excluded.named, visits = excluded.visits, first_visit = excluded.first_visit,
                last_seen = excluded.last_seen
            WHERE judged.news <= excluded.news
            """,
            [
                names, .integers(named.map { $0.settled.content.uid == nil ? 0 : 1 }),
                .integers(named.map { Int64($0.settled.sightings) }),
                .integers(named.map { Int64($0.settled.confirmations) }), .kept(tags.map { $0?.store.key }),
                .texts(tags.map { $0?.tag?.text }), .texts(tags.map { $0?.batch?.text }),
                .texts(tags.map { $0?.named?.text }),
                .integers(tags.map { $0.map { Int64($0.visits) } }), .integers(tags.map { $0?.firstVisit }),
                .integers(tags.map { $0?.lastSeen }), .integer(mark.news), .integer(mark.plan),
            ])
    }

    private static let settledColumns = "chip, \(addedColumns)"
    private static let addedColumns =
        "sightings, confirmations, store, tag, batch, named, visits, first_visit, last_seen"

    /// An audit that began earlier and ends later settles none of them.
    func keepUnsettled(_ contents: some Collection<SeenContent>, by mark: JudgingMark) throws {
        let names = try contents.map(ContentName.init).sorted()
        try connection.change(
            """
            INSERT INTO changed (content, mark) SELECT content, $2 FROM unnest($1) AS row (content)
            WHERE EXISTS (SELECT 1 FROM evidence WHERE evidence.content = row.content) ORDER BY content
            ON CONFLICT (content) DO UPDATE SET mark = excluded.mark WHERE changed.mark < excluded.mark
            """, [.byteStrings(names.map(\.bytes)), .integer(mark.news)])
    }

    private func storesMoved(since mark: JudgingMark) throws -> Set<StoreID> {
        Set(
            try connection.all("SELECT store FROM moved_stores WHERE mark > $1", [.integer(mark.news)]) {
                try $0.optionalStore()
            }.compactMap(\.self))
    }

    /// Everything that an audit by this mark judged is put away.
    func endSettling(by mark: JudgingMark) throws {
        try connection.change("UPDATE judging SET judged = plan WHERE plan = $1", [.integer(mark.plan)])
        // Contents whose last row was erased.
        try connection.change(
            """
            WITH gone AS (
                DELETE FROM changed WHERE mark <= $1 AND NOT EXISTS (SELECT 1 FROM refolds)
                    AND NOT EXISTS (SELECT 1 FROM evidence WHERE evidence.content = changed.content)
                RETURNING content
            )
            DELETE FROM judged WHERE content IN (SELECT content FROM gone)
            """, [.integer(mark.news)])
    }
}
