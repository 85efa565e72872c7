internal import Chips
internal import Grants
internal import PostgreSQL
internal import Registry
internal import Storage

/// The hub's rows as its rules about grants see them.
struct HubGrantTables: GrantTables {
    let rows: StationRows

    init(_ rows: StationRows) {
        self.rows = rows
    }

    func hub() throws -> HubStanding { try rows.hub() }

    func put(_ hub: HubStanding) {
        rows.standing = hub
        rows.isStandingChanged = true
    }

    func chain(_ name: ChainName) throws -> ChainStanding? { try rows.chain(name) }

    func put(_ chain: ChainStanding, as name: ChainName) {
        rows.chains[name] = .some(chain)
        rows.changedChains.insert(name)
    }

    func livingChains() throws -> Set<ChainName> {
        try rows.flush()
        return Set(try rows.connection.all("SELECT chain FROM stations WHERE NOT lost") { try $0.chain() })
    }

    func lostChains() throws -> Set<ChainName> {
        try rows.flush()
        return Set(try rows.connection.all("SELECT chain FROM stations WHERE lost") { try $0.chain() })
    }

    func grantsOfLostChains(with tag: TagID) throws -> [Grant] {
        try rows.flush()
        let keys = try rows.connection.all(
            """
            SELECT grants.chain, request FROM grants JOIN stations ON stations.chain = grants.chain
            WHERE lost AND state <> 'closed' AND position($1 in tags) > 0 ORDER BY 1, 2
            """, [.kept(String(try [tag].json.dropFirst().dropLast()))]
        ) { StationRows.GrantKey(chain: try $0.chain(), request: Int(try $0.integer())) }
        return try keys.compactMap { try rows.grant($0)?.grant }.filter { $0.tags.contains(tag) }
    }

    func grant(_ request: Int, of chain: ChainName) throws -> GrantStanding? {
        try rows.grant(StationRows.GrantKey(chain: chain, request: request))
    }

    func put(_ standing: GrantStanding, for request: Int, of chain: ChainName) throws {
        let key = StationRows.GrantKey(chain: chain, request: request)
        // What had become of the tag is in journals, and in no row.
        let grant = GrantStanding(standing.state, standing.grant?.telling(nil))
        if let loan = grant.grant { try rows.noteLoan(loan, as: key) }
        rows.grants[key] = .some(grant)
        rows.changedGrants.insert(key)
    }

    func grants(of chain: ChainName, in state: GrantStanding.State) throws -> [Grant] {
        try rows.grants(of: chain, in: state)
    }

    func tag(_ id: TagID) throws -> GrantedTag? { try rows.row(id)?.granted(id) }

    func put(_ tag: GrantedTag) throws {
        var row = try rows.row(tag.id) ?? StationRow(place: .unplanned)
        row.claimants = tag.claimants
        row.renewedIn = tag.renewedIn
        // A row of a batch that is retired by this gets a fresh identifier, or an entry of its own: see ``renewRow(of:in:)``.
        row.isBegun = tag.state != .planned
        row.isRetired = row.place == .unplanned && tag.state == .retired
        row.isRightChanged = true
        rows.tags[tag.id] = row
    }

    /// The batch's row keeps the rows of a grant together: who asks for the same batch waits.
    func freeTags(of batch: BatchName, in hub: HubStanding, count: Int) throws -> [GrantedTag] {
        try rows.flush()
        let number = try rows.connection.number(
            "SELECT number FROM batches WHERE name = $1 FOR UPDATE", [.kept(batch.text)])
        guard let number else { return [] }
        let found = try rows.read(
            """
            tags.batch = $1 AND tags.holder IS NULL AND NOT tags.begun AND ($3 OR tags.renewed_in = $4)
            ORDER BY tags.row LIMIT $2 FOR UPDATE OF tags
            """, [.integer(number), .integer(Int64(count)), .bool(hub.isSettled), .bytes(hub.era.bytes)])
        return found.compactMap { rows.tags[$0]?.granted($0) }.filter { $0.isFree(of: batch, in: hub) }
    }

    func tag(onChip uid: ChipUID) throws -> GrantedTag? {
        try rows.loadChips([uid])
        return try (rows.chips[uid] ?? nil).flatMap { try tag($0) }
    }

    func newestLoan(of chip: ChipUID) throws -> GrantStanding? { try rows.newestLoan(of: chip) }

    func tags(claimedBy chain: ChainName) throws -> [GrantedTag] {
        try rows.flush()
        let ids = try rows.connection.all(
            """
            SELECT id FROM tags WHERE holder = $1 UNION SELECT id FROM unplanned_tags WHERE holder = $1
            UNION SELECT id FROM renewed_tags WHERE holder = $1
            UNION SELECT tag FROM claims WHERE chain = $1 ORDER BY 1
            """, [.bytes(chain.bytes)]
        ) { try $0.identifier() as TagID }
        try rows.load(ids)
        return ids.compactMap { rows.tags[$0]?.granted($0) }.filter { $0.claimants.contains(chain) }
    }

    func claimedTag(of batch: BatchName) throws -> GrantedTag? {
        try rows.read(
            """
            batches.name = $1 AND tags.holder IS NOT NULL ORDER BY tags.row LIMIT 1 FOR UPDATE OF tags
            """, [.kept(batch.text)]
        ).first.flatMap { rows.tags[$0]?.granted($0) }
    }

    func forEachUnclaimedPlan(notRenewedIn era: Era, _ receive: (GrantedTag) throws -> Void) throws {
        try rows.flush()
        let found = try rows.read(
            """
            tags.holder IS NULL AND NOT tags.begun AND tags.renewed_in IS DISTINCT FROM $1
            ORDER BY tags.batch, tags.row FOR UPDATE OF tags
            """, [.bytes(era.bytes)])
        for id in found { if let row = rows.tags[id] { try receive(row.granted(id)) } }
    }

    func renewRow(of retired: GrantedTag, in era: Era) throws {
        guard var row = rows.tags[retired.id], let tag = row.tag, case .planned(let batch, let place) = row.place else {
            return
        }
        let head = try rows.head(tag.batch)
        let templates = [head?.template, try rows.template(of: head?.deployment)].compactMap { $0 }
        guard let fresh = rows.draw(), let plan = tag.renewed(as: fresh, templates) else {
            rows.withoutTemplate.append(retired.id)
            return
        }
        try rows.work.plans.note(batch: batch, row: place, read: rows.tables.readBlock)
        rows.renewed.append(
            StationRows.Renewal(former: tag, renewedIn: row.renewedIn, fresh: fresh, url: plan.url, era: era))
        rows.renewals += 1
        rows.renewedBatches.insert(tag.batch)
        rows.tags[fresh] = StationRow(place: row.place, tag: plan, renewedIn: era)
        (row.place, row.tag, row.isRightChanged, row.claimants) = (.renewed(tag.batch), nil, false, [])
        rows.tags[retired.id] = row
    }
}
