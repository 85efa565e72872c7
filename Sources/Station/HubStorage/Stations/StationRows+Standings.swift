internal import Chips
internal import FoundationEssentials
internal import Grants
internal import PostgreSQL
internal import Registry

/// The era, chains and grants.
extension StationRows {
    /// Who changes it has locked every gate, and others one of them.
    func hub() throws -> HubStanding {
        if let standing { return standing }
        let found = try connection.all(
            """
            SELECT era, unheard_loss, NOT EXISTS (SELECT 1 FROM daemons WHERE run <> \(ServerRun.present)),
                EXISTS (SELECT 1 FROM stations WHERE awaited) FROM hub
            """
        ) { columns -> (standing: HubStanding, isWaiting: Bool) in
            guard let era = try columns.optionalEra() else { throw RegistryError.unreadable("the hub's era", "null") }
            var standing = HubStanding(era: era)
            standing.hasUnheardLoss = try columns.bool()
            standing.isProven = try columns.bool()
            return (standing, try columns.bool())
        }
        guard let row = found.first, found.count == 1 else {
            throw RegistryError.unreadable("the hub's row", "\(found.count) rows")
        }
        var standing = row.standing
        if row.isWaiting {
            standing.awaited = Set(
                try connection.all("SELECT chain FROM stations WHERE awaited") { try $0.chain() })
        }
        self.standing = standing
        return standing
    }

    func chain(_ name: ChainName) throws -> ChainStanding? {
        if let known = chains[name] { return known }
        let found = try connection.all(
            "SELECT lost, adopted, newest_request FROM stations WHERE chain = $1", [.bytes(name.bytes)]
        ) { columns -> ChainStanding in
            let isLost = try columns.bool()
            var standing = ChainStanding(adopted: try columns.optionalEra())
            (standing.isLost, standing.newestRequest) = (isLost, Int(try columns.integer()))
            return standing
        }.first
        chains[name] = .some(found)
        return found
    }

    func grant(_ key: GrantKey) throws -> GrantStanding? {
        if let known = grants[key] { return known }
        let found = try readGrants(where: "request = $2", key.chain, .integer(Int64(key.request))).first?.standing
        grants[key] = .some(found)
        return found
    }

    func grants(of chain: ChainName, in state: GrantStanding.State) throws -> [Grant] {
        try flush()
        return try readGrants(where: "state = $2", chain, .text(state.name)).compactMap(\.standing.grant)
    }

    private func readGrants(
        where condition: String, _ chain: ChainName, _ values: PostgresValue...
    ) throws -> [(request: Int, standing: GrantStanding)] {
        try connection.all(
            """
            SELECT request, state, era, batch, tags, chip, loan FROM grants WHERE chain = $1 AND \(condition)
            ORDER BY request
            """,
            [.bytes(chain.bytes)] + values
        ) { columns in
            let (request, state): (Int, GrantStanding.State) = (Int(try columns.integer()), try columns.grantState())
            let (era, batch): (Era?, BatchName?) = (try columns.optionalEra(), try columns.optionalIdentifier())
            let tags: [TagID]? = try columns.decoded("the tags of a grant")
            let loan = try columns.loan()
            guard let era, let batch, let tags else { return (request, GrantStanding(state, nil)) }
            let grant = Grant(chain: chain, request: request, era: era, batch: batch, tags: tags, loan: loan)
            return (request, GrantStanding(state, grant))
        }
    }

    func writeStandings() throws {
        if isStandingChanged, let standing {
            try connection.change(
                "UPDATE hub SET era = $1, unheard_loss = $2",
                [.bytes(standing.era.bytes), .bool(standing.hasUnheardLoss)])
        }
        for name in changedChains { if let chain = chains[name] ?? nil { try write(chain, as: name) } }
        if isStandingChanged, let standing {
            try connection.change(
                "UPDATE stations SET awaited = NOT awaited WHERE awaited <> (chain = ANY($1))",
                [.byteStrings(standing.awaited.map(\.bytes))])
        }
        for key in changedGrants { if let grant = grants[key] ?? nil { try write(grant, as: key) } }
        (isStandingChanged, changedChains, changedGrants) = (false, [], [])
    }

    private func write(_ chain: ChainStanding, as name: ChainName) throws {
        try connection.change(
            """
            INSERT INTO stations (chain, lost, adopted, awaited, newest_request) VALUES ($1, $2, $3, false, $4)
            ON CONFLICT (chain) DO UPDATE SET lost = excluded.lost, adopted = excluded.adopted,
                newest_request = excluded.newest_request
            """,
            [
                .bytes(name.bytes), .bool(chain.isLost), chain.adopted.map { .bytes($0.bytes) } ?? .null,
                .integer(Int64(chain.newestRequest)),
            ])
    }

    private func write(_ standing: GrantStanding, as key: GrantKey) throws {
        let grant = standing.grant
        try connection.change(
            """
            INSERT INTO grants (chain, request, state, era, batch, tags, chip, loan)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (chain, request) DO UPDATE SET state = excluded.state, era = excluded.era, batch = excluded.batch,
                tags = excluded.tags, chip = excluded.chip, loan = excluded.loan
            """,
            [
                .bytes(key.chain.bytes), .integer(Int64(key.request)), .text(standing.state.name),
                grant.map { .bytes($0.era.bytes) } ?? .null, .optional(grant?.batch.text),
                .optional(try grant?.tags.json), .optional(grant?.loan?.chip.hexadecimal),
                grant?.loan.map { .integer(Int64($0.number)) } ?? .null,
            ])
    }
}

extension GrantStanding.State {
    fileprivate var name: String {
        switch self {
        case .given: "given"
        case .taken: "taken"
        case .closed: "closed"
        }
    }
}

extension Columns {
    fileprivate mutating func loan() throws -> Grant.Loan? {
        let (chip, number) = (try optionalText(), try optionalInteger())
        guard let chip, let number else { return nil }
        guard let uid = ChipUID(chip) else { throw RegistryError.unreadable("the chip of a grant", chip) }
        return Grant.Loan(of: uid, number: Int(number))
    }

    fileprivate mutating func grantState() throws -> GrantStanding.State {
        switch try text() {
        case "given": .given
        case "taken": .taken
        case "closed": .closed
        case let other: throw RegistryError.unreadable("the state of a grant", other)
        }
    }
}
