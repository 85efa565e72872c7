internal import Chips
internal import Grants
internal import PostgreSQL
internal import Registry
internal import Storage

/// Rows that grants and the journals of stations move, as one transaction sees them: read and locked many at a time, changed in
/// memory, and written together.
final class StationRows {
    let connection: PostgresConnection
    let work: HubWork
    /// Draws an identifier for a row; nil where there is none.
    let draw: () -> TagID?

    var tags: [TagID: StationRow] = [:]
    var chips: [ChipUID: TagID?] = [:]
    var formerCarriers: [ChipUID: FormerCarrier?] = [:]
    var newCarriers: [(former: FormerCarrier, entry: Int64, part: Int64)] = []
    var heads: [BatchName: Batch?] = [:]
    var templates: [DeploymentName: String?] = [:]

    var standing: HubStanding?
    var isStandingChanged = false
    var chains: [ChainName: ChainStanding?] = [:]
    var changedChains: Set<ChainName> = []
    var grants: [GrantKey: GrantStanding?] = [:]
    var changedGrants: Set<GrantKey> = []
    /// The newest loan of a chip; see ``newestLoan(of:)``.
    var loans: [ChipUID: GrantKey?] = [:]

    /// How many rows got a fresh identifier, in which batches, and the tags that could not get one.
    var renewals = 0
    var renewedBatches: Set<BatchName> = []
    var withoutTemplate: [TagID] = []
    var renewed: [Renewal] = []

    struct GrantKey: Hashable {
        let chain: ChainName
        let request: Int
    }

    struct Renewal {
        let former: Tag
        /// The era in which that took the place of another one.
        let renewedIn: Era?
        let fresh: TagID
        let url: String
        let era: Era
    }

    init(_ connection: PostgresConnection, _ work: HubWork, draw: @escaping () -> TagID? = { .drawn() }) {
        self.connection = connection
        self.work = work
        self.draw = draw
    }

    var tables: HubTables { HubTables(connection, work: work) }

    func head(_ name: BatchName) throws -> Batch? {
        if let known = heads[name] { return known }
        let head = try tables.head(name)
        heads[name] = .some(head)
        return head
    }

    func template(of deployment: DeploymentName?) throws -> String? {
        guard let deployment else { return nil }
        if let known = templates[deployment] { return known }
        let found =
            try connection.all("SELECT template FROM deployments WHERE name = $1", [.kept(deployment.text)]) {
                try $0.optionalText()
            }.first ?? nil
        templates[deployment] = .some(found)
        return found
    }

    func row(_ id: TagID) throws -> StationRow? {
        if tags[id] == nil { try load([id]) }
        return tags[id]
    }

    /// Locks and reads tags, in the order of their identifiers. Those that are nowhere have no row.
    func load(_ ids: some Collection<TagID>) throws {
        let missing = ids.filter { tags[$0] == nil }
        guard !missing.isEmpty else { return }
        try read(
            "tags.id = ANY($1) ORDER BY tags.id" + work.lock, [.texts(missing.map { KeptText.kept($0.text) })])
        let unknown = missing.filter { tags[$0] == nil }
        guard !unknown.isEmpty else { return }
        let names = PostgresValue.texts(unknown.map { KeptText.kept($0.text) })
        let renewed = try connection.all(
            """
            SELECT id, batch, holder, renewed_in FROM renewed_tags
            WHERE id = ANY($1) ORDER BY id \(work.isShared ? "FOR UPDATE" : "")
            """, [names]
        ) { columns -> (TagID, StationRow) in
            let (id, batch): (TagID, BatchName) = (try columns.identifier(), try columns.identifier())
            return (
                id,
                StationRow(
                    place: .renewed(batch), claimants: Set([try columns.optionalChain()].compactMap { $0 }),
                    renewedIn: try columns.optionalEra())
            )
        }
        for (id, row) in renewed { tags[id] = row }
        let unplanned = try connection.all(
            """
            SELECT id, holder, begun, retired, renewed_in FROM unplanned_tags
            WHERE id = ANY($1) ORDER BY id \(work.isShared ? "FOR UPDATE" : "")
            """, [names]
        ) { columns -> (TagID, StationRow) in
            let id: TagID = try columns.identifier()
            let (holder, isBegun, isRetired) = (try columns.optionalChain(), try columns.bool(), try columns.bool())
            return (
                id,
                StationRow(
                    place: .unplanned, claimants: Set([holder].compactMap { $0 }), isBegun: isBegun,
                    isRetired: isRetired, renewedIn: try columns.optionalEra())
            )
        }
        for (id, row) in unplanned { tags[id] = row }
        try readMoreClaimants(of: (renewed + unplanned).map(\.0))
    }

    /// Reads the rows of a condition, which locks them. What was read before stays as it is in memory.
    @discardableResult
    func read(_ condition: String, _ values: [PostgresValue]) throws -> [TagID] {
        let rows = try connection.all(
            """
            SELECT \(Columns.ofTag), tags.batch, tags.holder, tags.begun, tags.renewed_in
            FROM tags JOIN batches ON batches.number = tags.batch WHERE \(condition)
            """, values
        ) { columns -> (TagID, StationRow) in
            let (tag, row) = try columns.readPlacedTag()
            let number = try columns.integer()
            return (
                tag.id,
                StationRow(
                    place: .planned(batch: number, row: row), tag: tag,
                    claimants: Set([try columns.optionalChain()].compactMap { $0 }), isBegun: try columns.bool(),
                    renewedIn: try columns.optionalEra())
            )
        }
        for (id, row) in rows where tags[id] == nil {
            tags[id] = row
            if let uid = row.tag?.life.uid { chips[uid] = .some(id) }
        }
        try readMoreClaimants(of: rows.map(\.0))
        return rows.map(\.0)
    }

    /// In a statement behind the one that has locked the rows: that one sees claims as they were before it waited. What no
    /// chain holds has no further claimant.
    private func readMoreClaimants(of ids: [TagID]) throws {
        let held = ids.filter { tags[$0]?.claimants.isEmpty == false && tags[$0]?.isRightChanged == false }
        guard !held.isEmpty else { return }
        let claims = try connection.all(
            "SELECT tag, chain FROM claims WHERE tag = ANY($1)", [.texts(held.map { KeptText.kept($0.text) })]
        ) { (tag: try $0.identifier() as TagID, chain: try $0.chain()) }
        for claim in claims {
            tags[claim.tag]?.claimants.insert(claim.chain)
            tags[claim.tag]?.hadMoreClaimants = true
        }
    }

    /// Looks up who has these chips, and who had them.
    func loadChips(_ uids: some Collection<ChipUID>) throws {
        let missing = uids.filter { chips[$0] == nil }
        if !missing.isEmpty {
            try read("tags.uid = ANY($1) ORDER BY tags.id" + work.lock, [.texts(missing.map(\.hexadecimal))])
            for uid in missing where chips[uid] == nil { chips[uid] = .some(nil) }
        }
        let unknown = uids.filter { formerCarriers[$0] == nil }
        guard !unknown.isEmpty else { return }
        let former = try connection.all(
            """
            SELECT DISTINCT ON (uid) \(Columns.ofCarrier) FROM former_carriers WHERE uid = ANY($1)
            ORDER BY uid, ended DESC, chain DESC, sequence DESC, part DESC
            """, [.texts(unknown.map(\.hexadecimal))]
        ) { try $0.readCarrier() }
        for uid in unknown { formerCarriers[uid] = .some(nil) }
        for carrier in former { if let uid = carrier.uid { formerCarriers[uid] = .some(carrier) } }
    }
}

extension TagID {
    /// 80 random bits in 16 letters and digits that are not mistaken for one another (those of Crockford's base 32).
    static func drawn() -> TagID? {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return TagID(String((0..<16).compactMap { _ in letters.randomElement(using: &generator) }))
    }
}
