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

    private func tags(where condition: String, _ values: [PostgresValue]) throws -> [Tag] {
        try connection.all(Columns.selectTag + " WHERE \(condition) ORDER BY tags.batch, tags.row", values) {
            try $0.readTag()
        }
    }

    private func documents(of tags: [Tag]) throws -> HubDocuments {
        var (names, plans): ([BatchName], [BatchName: [Tag]]) = ([], [:])
        for tag in tags {
            if plans[tag.batch] == nil { names.append(tag.batch) }
            plans[tag.batch, default: []].append(tag)
        }
        let batches = try names.compactMap { name in try tables.head(name)?.with(plans[name] ?? []) }
        return HubDocuments(
            stores: try stores(of: tags), experiences: try experiences(opened: tags),
            deployments: try deployments(of: tags, batches), batches: batches)
    }

    private func stores(of tags: [Tag]) throws -> [Store] {
        try connection.all(
            "SELECT \(Columns.ofStore) FROM stores WHERE key = ANY($1) ORDER BY key",
            [.texts(Set(tags.map(\.store.key)).map(KeptText.kept))]
        ) { try $0.readStore() }
    }

    private func deployments(of tags: [Tag], _ batches: [Batch]) throws -> [DeploymentProfile] {
        let names = Set(tags.compactMap(\.deployment) + batches.compactMap(\.deployment)).map(\.text)
        guard !names.isEmpty else { return [] }
        return try tables.profiles().filter { names.contains($0.name) }
    }

    private func experiences(opened tags: [Tag]) throws -> [Experience] {
        let all = try tables.experiences()
        guard !all.isEmpty else { return [] }
        let finder = ExperienceFinder(all)
        let opened = Set(
            tags.compactMap { tag in (try? InvocationURL(tag.url)).flatMap { finder.experience(openedBy: $0)?.url } })
        return all.filter { opened.contains($0.url) }
    }
}
