internal import AppClips
internal import Grants
internal import PostgreSQL
internal import Registry

/// How much a page of documents has at most; one tag alone may need more.
package struct DocumentPageLimit: Hashable, Sendable {
    /// Tags; or stores, experiences, deployments and batches.
    package let documents: Int
    /// Of JSON.
    package let bytes: Int

    package init(documents: Int, bytes: Int) {
        self.documents = documents
        self.bytes = bytes
    }

    package static let usual = DocumentPageLimit(documents: 1_000, bytes: 8 << 20)
}

/// What the tags need that a chain holds, from one mark to the next: first tags in the order of their rows, each page
/// with all that they need; then documents that have changed by themselves. From the beginning there are only tags.
struct DocumentSweep {
    private let connection: PostgresConnection
    private let documents: GrantDocuments
    private let chain: ChainName
    private let limit: DocumentPageLimit
    private let moment: DocumentMoment
    /// Whether the hub has heard all that the chain has here, and could follow it. Otherwise the chain may come to hold
    /// tags by its own entries, without their documents, whose rows are older than any mark of now.
    private let isHeard: Bool

    /// `daemon`: the chain of the daemon that looks.
    init(
        _ connection: PostgresConnection, by daemon: ChainName, of chain: ChainName, within limit: DocumentPageLimit
    ) throws {
        self.connection = connection
        self.chain = chain
        self.limit = limit
        documents = GrantDocuments(connection, daemon)
        moment = try DocumentMoment(connection)
        isHeard = try connection.number(Self.heardChain, [.bytes(chain.bytes)]) != nil
    }

    private static let heardChain = """
        SELECT 1::bigint FROM stations LEFT JOIN chains ON chains.chain = stations.chain
        WHERE stations.chain = $1 AND NOT awaited AND applied >= coalesce(chains.sequence, 0)
        """

    func page(after text: String?) throws -> DocumentPage {
        let mark = moment.mark(after: text)
        if let page = try tags(behind: mark) ?? items(behind: mark) { return page }
        return DocumentPage(HubDocuments(), mark: end(of: mark), isLast: true)
    }

    /// The mark behind the last page. One that means nothing has everything come the next time.
    private func end(of mark: DocumentMark) -> String { isHeard ? mark.ended.text : "" }

    // MARK: Tags

    private struct PlacedTag {
        let tag: Tag
        let batch: Int64
        let row: Int64
    }

    /// Nil where none is left.
    private func tags(behind mark: DocumentMark) throws -> DocumentPage? {
        let found: [PlacedTag]
        switch mark.place {
        case .item: return nil
        case .tag(let batch, let row): found = try tags(behind: batch, row, since: mark.since)
        case nil: found = try tags(behind: 0, -1, since: mark.since)
        }
        guard let page = try fitted(found, { try documents.of($0.map(\.tag)) }) else { return nil }
        let isLast = page.isAll && mark.since == nil
        let next = isLast ? end(of: mark) : mark.behind(.tag(batch: page.last.batch, row: page.last.row)).text
        return DocumentPage(page.documents, mark: next, isLast: isLast)
    }

    /// Plans change block by block, and each change writes the row of the block's digest anew.
    private func tags(behind batch: Int64, _ row: Int64, since: Int64?) throws -> [PlacedTag] {
        let values: [PostgresValue] = [
            .bytes(chain.bytes), .integer(batch), .integer(row), .integer(Int64(limit.documents)),
        ]
        guard let since else { return try tags(of: Self.heldTags, values) }
        let blocks = try changedBlocks(from: batch, PlanBlock.number(of: max(row, 0)), since)
        if blocks.isEmpty { return [] }
        if blocks.count > Self.fewBlocks {
            return try tags(of: Self.heldTags, where: Self.isOfChangedBlock, values + moment.range(since: since))
        }
        return try tags(
            of: Self.tagsOfBlocks, values + [.integers(blocks.map(\.batch)), .integers(blocks.map(\.number))])
    }

    /// So many are looked up one by one; of more, it costs less to look through the tags that the chain holds.
    private static let fewBlocks = 200

    private func changedBlocks(
        from batch: Int64, _ block: Int64, _ since: Int64
    ) throws -> [(batch: Int64, number: Int64)] {
        try connection.all(
            """
            SELECT batch, block FROM plan_blocks WHERE (batch, block) >= ($1, $2)
                AND \(DocumentMoment.isNew("plan_blocks", from: 3))
            ORDER BY batch, block LIMIT \(Self.fewBlocks + 1)
            """, [.integer(batch), .integer(block)] + moment.range(since: since)
        ) { (batch: try $0.integer(), number: try $0.integer()) }
    }

    private static let isAhead = "\(GrantDocuments.isHeld) AND (tags.batch, tags.row) > ($2, $3)"

    /// OFFSET keeps the server from walking through everyone's tags in their order until a page is full.
    private static let heldTags = "(SELECT * FROM tags WHERE \(isAhead) OFFSET 0) AS tags"

    private static let tagsOfBlocks = """
        unnest($5, $6) AS changed (batch, block) CROSS JOIN LATERAL
            (SELECT * FROM tags WHERE tags.batch = changed.batch AND tags.row >= changed.block * \(PlanBlock.size)
                AND tags.row < (changed.block + 1) * \(PlanBlock.size) AND \(isAhead) OFFSET 0) AS tags
        """

    private static let isOfChangedBlock = """
        WHERE (tags.batch, tags.row / \(PlanBlock.size)) IN
            (SELECT batch, block FROM plan_blocks WHERE \(DocumentMoment.isNew("plan_blocks", from: 5)))
        """

    private func tags(
        of source: String, where condition: String = "", _ values: [PostgresValue]
    ) throws -> [PlacedTag] {
        try connection.all(
            """
            SELECT \(Columns.ofTag), tags.batch FROM \(source) JOIN batches ON batches.number = tags.batch
            \(condition) ORDER BY tags.batch, tags.row LIMIT $4
            """, values
        ) { columns in
            let placed = try columns.readPlacedTag()
            return PlacedTag(tag: placed.tag, batch: try columns.integer(), row: placed.row)
        }
    }

    // MARK: Documents that have changed by themselves

    private enum List: Int64 { case stores, experiences, deployments, batches }

    private struct Item {
        let list: Int64
        let digest: String
        let key: String
    }

    /// Nil where none is left.
    private func items(behind mark: DocumentMark) throws -> DocumentPage? {
        guard let since = mark.since else { return nil }
        var place: (list: Int64, digest: String) = (-1, "")
        if case .item(let list, let digest) = mark.place { place = (list, digest) }
        let opened = try changedExperiences(behind: place.list, since)
        var values: [PostgresValue] = [
            .bytes(chain.bytes), .integer(place.list), .kept(place.digest), .integer(Int64(limit.documents)),
        ]
        values += moment.range(since: since)
        values.append(.kept(opened.map(\.url.text)))
        let found = try connection.all(Self.changedItems, values) {
            Item(list: try $0.integer(), digest: try $0.text(), key: try $0.text())
        }
        guard let page = try fitted(found, { try lists($0, opened) }) else { return nil }
        let next = page.isAll ? end(of: mark) : mark.behind(.item(list: page.last.list, digest: page.last.digest)).text
        return DocumentPage(page.documents, mark: next, isLast: page.isAll)
    }

    /// Those that the chain's tags open, where any of all has changed: most of a hub's are opened elsewhere, and would
    /// fill pages without anything for this chain. None behind their list.
    private func changedExperiences(behind list: Int64, _ since: Int64) throws -> [Experience] {
        guard list <= List.experiences.rawValue,
            try connection.number(Self.changedExperience, moment.range(since: since)) != nil
        else { return [] }
        return try documents.experiences(openedBy: chain)
    }

    private static let changedExperience = """
        SELECT 1::bigint FROM experiences WHERE \(DocumentMoment.isNew("experiences", from: 1)) LIMIT 1
        """

    /// In an order of short texts: a URL may be longer than a mark.
    private static let changedItems = """
        SELECT list, digest, key FROM (
            SELECT \(List.stores.rawValue)::bigint AS list, md5(stores.key) AS digest, stores.key AS key FROM stores
            WHERE \(isNew("stores"))
                AND EXISTS (SELECT FROM tags WHERE tags.store = stores.key AND \(GrantDocuments.isHeld))
            UNION ALL
            SELECT \(List.experiences.rawValue)::bigint, md5(experiences.url), experiences.url FROM experiences
            WHERE \(isNew("experiences")) AND experiences.url = ANY($7)
            UNION ALL
            SELECT \(List.deployments.rawValue)::bigint, md5(deployments.name), deployments.name FROM deployments
            WHERE \(isNew("deployments"))
                AND EXISTS (SELECT FROM tags JOIN batches ON batches.number = tags.batch
                    WHERE \(GrantDocuments.isHeld) AND (batches.deployment = deployments.name
                        OR right(tags.store, length(deployments.name) + 1) = E'\\n' || deployments.name))
            UNION ALL
            SELECT \(List.batches.rawValue)::bigint, md5(batches.name), batches.name FROM batches
            WHERE \(isNew("batches"))
                AND EXISTS (SELECT FROM tags WHERE tags.batch = batches.number AND \(GrantDocuments.isHeld))
        ) AS changed
        WHERE (list, digest COLLATE "C") > ($2, $3) ORDER BY list, digest COLLATE "C" LIMIT $4
        """

    private static func isNew(_ table: String) -> String { DocumentMoment.isNew(table, from: 5) }

    private func lists(_ items: [Item], _ opened: [Experience]) throws -> HubDocuments {
        func keys(of list: List) -> [String] { items.filter { $0.list == list.rawValue }.map(\.key) }
        let urls = Set(keys(of: .experiences))
        return try documents.of(
            stores: keys(of: .stores), opened.filter { urls.contains($0.url.text) },
            deployments: keys(of: .deployments).map { DeploymentName($0) },
            batches: keys(of: .batches).compactMap { BatchName($0) })
    }

    // MARK: Pages

    /// As much of what was found as fits into a page, and whether that is all there is. Nil where nothing was found.
    private func fitted<Element>(
        _ found: [Element], _ make: ([Element]) throws -> HubDocuments
    ) throws -> (documents: HubDocuments, last: Element, isAll: Bool)? {
        var taken = found
        while let last = taken.last {
            let documents = try make(taken)
            if try taken.count == 1 || documents.json.utf8.count <= limit.bytes {
                let isAll = taken.count == found.count && found.count < limit.documents
                return (documents, last, isAll)
            }
            taken.removeLast(taken.count / 2)
        }
        return nil
    }
}
