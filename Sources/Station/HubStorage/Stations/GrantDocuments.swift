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
        return try documents(of: known.filter { $0.batch == grant.batch })
    }

    func heldBy(_ chain: ChainName) throws -> HubDocuments {
        try documents(
            of: tags(
                where: "tags.holder = $1 OR tags.id IN (SELECT tag FROM claims WHERE chain = $1)",
                [.bytes(chain.bytes)]))
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

    private func documents(of tags: [Tag]) throws -> HubDocuments {
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
