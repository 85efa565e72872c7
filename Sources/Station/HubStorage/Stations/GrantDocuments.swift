internal import AppClips
internal import PostgreSQL
internal import Registry

/// What tags need at a station, as the hub has it now.
struct GrantDocuments {
    private let connection: PostgresConnection
    private let tables: HubTables

    init(_ connection: PostgresConnection, _ chain: ChainName) {
        self.connection = connection
        tables = HubTables(reading: connection, of: chain)
    }

    /// A tag that the hub does not know any more is not among the plans.
    func of(_ grant: Grant) throws -> HubDocuments {
        // By the identifiers alone: with the batch's name a server that has not counted the rows yet looks through all of them.
        let known = try tags(
            where: "tags.id = ANY($1)", [.texts(grant.tags.map { KeptText.kept($0.text) })])
        return try of(known.filter { $0.batch == grant.batch })
    }

    func heldBy(_ chain: ChainName) throws -> HubDocuments {
        try of(tags(where: Self.isHeld, [.bytes(chain.bytes)]))
    }

    /// SQL: whether a chain, which is bound first, holds a tag. The claims are an array, for which there is an index.
    static let isHeld = "(tags.holder = $1 OR tags.id = ANY(ARRAY(SELECT tag FROM claims WHERE chain = $1)))"

    /// All that the URLs open of tags that a chain holds.
    func experiences(openedBy chain: ChainName) throws -> [Experience] {
        try experiences { open in
            try connection.forEachRow(of: "SELECT url FROM tags WHERE \(Self.isHeld)", [.bytes(chain.bytes)]) { row in
                var columns = Columns(row)
                open(try columns.text())
            }
        }
    }

    /// Documents beside tags: stores by their keys, and batches without tags, with the deployments that they are of.
    func of(
        stores keys: [String], _ experiences: [Experience], deployments names: [DeploymentName?], batches: [BatchName]
    ) throws -> HubDocuments {
        let heads = try tables.heads(of: batches)
        return HubDocuments(
            stores: try stores(keys), experiences: experiences,
            deployments: try deployments(names + heads.map(\.deployment)), batches: heads)
    }

    /// What batches need as a whole, in their order, and no tag of them: there may be more than fit into memory.
    func neededBy(_ batches: [BatchName]) throws -> HubDocuments {
        let heads = try tables.heads(of: batches)
        let known = "FROM tags WHERE batch IN (SELECT number FROM batches WHERE name = ANY($1))"
        let names: [PostgresValue] = [.kept(batches.map(\.text))]
        let ids = try connection.all("SELECT DISTINCT store \(known)", names) { try $0.store() }
        let experiences = try experiences { open in
            try connection.forEachRow(of: "SELECT url \(known)", names) { row in
                var columns = Columns(row)
                open(try columns.text())
            }
        }
        return HubDocuments(
            stores: try stores(ids.map(\.key)), experiences: experiences,
            deployments: try deployments(ids.map(\.deployment) + heads.map(\.deployment)), batches: heads)
    }

    private func tags(where condition: String, _ values: [PostgresValue]) throws -> [Tag] {
        try connection.all(Columns.selectTag + " WHERE \(condition) ORDER BY tags.batch, tags.row", values) {
            try $0.readTag()
        }
    }

    /// Tags with all that they need.
    func of(_ tags: [Tag]) throws -> HubDocuments {
        let plans = Dictionary(grouping: tags, by: \.batch)
        let batches = try tables.heads(of: plans.keys).map { $0.with(plans[$0.name] ?? []) }
        return HubDocuments(
            stores: try stores(Array(Set(tags.map(\.store.key)))),
            experiences: try experiences { open in for tag in tags { open(tag.url) } },
            deployments: try deployments(tags.map(\.deployment) + batches.map(\.deployment)), batches: batches)
    }

    private func stores(_ keys: [String]) throws -> [Store] {
        try connection.all(
            "SELECT \(Columns.ofStore) FROM stores WHERE key = ANY($1) ORDER BY key",
            [.kept(keys)]
        ) { try $0.readStore() }
    }

    private func deployments(_ deployments: [DeploymentName?]) throws -> [DeploymentProfile] {
        let names = Set(deployments.compactMap(\.self)).map(\.text)
        guard !names.isEmpty else { return [] }
        return try tables.profiles().filter { names.contains($0.name) }
    }

    /// Those that URLs open, which `visit` names.
    private func experiences(_ visit: (_ open: (String) -> Void) throws -> Void) throws -> [Experience] {
        let all = try tables.experiences()
        guard !all.isEmpty else { return [] }
        let finder = ExperienceFinder(all)
        var opened: Set<InvocationURL> = []
        try visit { url in
            guard let found = (try? InvocationURL(url)).flatMap({ finder.experience(openedBy: $0) }) else { return }
            opened.insert(found.url)
        }
        return all.filter { opened.contains($0.url) }
    }
}
