internal import Faults
package import Grants
internal import PostgreSQL
package import Registry
internal import Storage

/// Stations of this hub, what they may write, and the hub's era.
extension HubRegistry: HubStations {
    package func hubStanding() throws -> HubStanding { try look { try $0.hub() } }

    /// A grant that is answered again was perhaps committed by another daemon, or by a former run of this one, which ended
    /// before it noted it: then this one answers for it, with a mark behind it.
    package func answer(_ request: GrantRequest) throws -> GrantAnswer {
        guard request.count > 0 else { throw GrantError.empty }
        do { return try answer(request, leaving: nil) } catch is NeedsMark {
            return try marking { try answer(request, leaving: $0) }
        }
    }

    private struct NeedsMark: Error {}

    private func answer(_ request: GrantRequest, leaving mark: String?) throws -> GrantAnswer {
        try commit(by: .hub) { change in
            try Gate.lock(request.chain, change.connection)
            try change.lockOwnChain()
            try requireOwnMark(change.connection)
            let rows = change.rows()
            var tables = HubGrantTables(rows)
            for action in try tables.handle(.asked(request)) {
                switch action {
                case .give(let answer, let isNew):
                    try rows.flush()
                    let grant = answer.telling(try answer.tags.first.flatMap { try rows.row($0)?.tag?.life })
                        .counting(try rows.turns(of: answer))
                    if isNew {
                        try change.record(.hubMoved(.given(grant)))
                    } else {
                        guard let mark else { throw NeedsMark() }
                        try leave(mark, change)
                    }
                    return .given(grant, try GrantDocuments(change.connection, chain).of(grant))
                case .refuse(_, let refusal): return .refused(refusal)
                case .settled, .conflict, .past, .regained: break
                }
            }
            throw RegistryError.unreadable("the answer to request", "\(request.number)")
        }
    }

    package func documents(heldBy chain: ChainName) throws -> HubDocuments {
        try read { try GrantDocuments($0, self.chain).heldBy(chain) }
    }

    package func declareLost(_ name: StationName, reason: String, by author: Author) throws -> StationLoss {
        try commit(by: author) { change in
            try Gate.lock(nil, change.connection)
            try change.lockOwnChain()
            guard let lost = try livingChain(of: name, change.connection) else {
                throw GrantError.unknownStation("no station \(name) is in service")
            }
            let rows = change.rows()
            let loss = StationLoss(chain: lost, name: name, reason: reason)
            try lose(lost, rows)
            try change.record(.hubMoved(.lost(loss)))
            try change.recordRenewals(of: rows, in: rows.hub().era)
            return loss
        }
    }

    package func beginEra(reason: String, by author: Author) throws -> EraBeginning {
        let beginning = EraBeginning(era: .drawn(), reason: reason)
        return try commit(by: author) { change in
            try Gate.lock(nil, change.connection)
            try change.lockOwnChain()
            try requireOwnMark(change.connection)
            try DaemonRows(change.connection).giveUpAwaited()
            try begin(beginning, enrolled: [], change)
            return beginning
        }
    }

    func begin(_ beginning: EraBeginning, enrolled: Set<ChainName>, _ change: HubChange) throws {
        let rows = change.rows()
        var tables = HubGrantTables(rows)
        _ = try tables.handle(.forgot(into: beginning.era, enrolled: enrolled))
        try rows.flush()
        // The log of an era has all heads.
        try change.connection.change(
            "INSERT INTO moved_heads SELECT chain FROM chains WHERE sequence > 0 ON CONFLICT DO NOTHING")
        try change.record(.hubMoved(.eraBegun(beginning)))
    }

    package func renewPlans(by author: Author) throws -> PlanRenewal {
        try commit(by: author) { change in
            try Gate.lock(nil, change.connection)
            try change.lockOwnChain()
            let rows = change.rows()
            var tables = HubGrantTables(rows)
            _ = try tables.handle(.renewal)
            try rows.flush()
            let era = try rows.hub().era
            return try change.recordRenewals(of: rows, in: era)
                ?? PlanRenewal(era: era, tags: 0, batches: [], retired: 0)
        }
    }

    func lose(_ lost: ChainName, _ rows: StationRows) throws {
        var tables = HubGrantTables(rows)
        _ = try tables.handle(.lost(lost))
        try rows.flush()
    }

    func livingChain(of name: StationName, _ connection: PostgresConnection) throws -> ChainName? {
        try connection.all(
            "SELECT chain FROM stations WHERE name = $1 AND NOT lost ORDER BY enrolled DESC, chain DESC LIMIT 1",
            [.kept(name.text)]
        ) { try $0.chain() }.first
    }

    /// For looking only.
    private func look<Value>(_ body: (HubGrantTables) throws -> Value) throws -> Value {
        try read { connection in
            try body(HubGrantTables(StationRows(connection, HubWork(after: 0, of: chain, isShared: false))))
        }
    }
}

extension Author {
    /// Who journals what no person has asked for.
    static let hub = Author(station: "hub", actor: "waymark-hub")
}

extension GrantError {
    static func unknownStation(_ reason: String) -> GrantError {
        GrantError(.unknownStation, "the station is not known", why: reason, next: "look it up in the list of stations")
    }
}
