internal import Faults
internal import Grants
internal import PostgreSQL
internal import Registry

/// Does what the entries of a station's chain say, as far as the chain has the right; the rest are conflicts.
struct ChainFollower {
    private let chain: ChainName
    private let rows: StationRows
    private let change: HubChange

    init(of chain: ChainName, _ rows: StationRows, _ change: HubChange) {
        self.chain = chain
        self.rows = rows
        self.change = change
    }

    /// Returns what has moved nothing, by the numbers of entries.
    func follow(_ moves: ChainMoves) throws -> [Int64: [GrantConflict]] {
        try rows.load(moves.tags)
        try rows.loadChips(moves.chips)
        try rows.loadLoans(moves.chips.union(moves.tags.compactMap { rows.tags[$0]?.tag?.life.uid }))
        var conflicts: [Int64: [GrantConflict]] = [:]
        for move in moves.moves {
            rows.work.sequence = move.entry.sequence
            let found = try follow(move)
            if !found.isEmpty { conflicts[move.entry.sequence] = found }
        }
        return conflicts
    }

    /// Their numbers are drawn one after the other, so who notes them waits for others who do, with nothing left to lock that
    /// these wait for.
    func note(_ conflicts: [Int64: [GrantConflict]]) throws {
        for (sequence, conflicts) in conflicts.sorted(by: { $0.key < $1.key }) {
            for (part, conflict) in conflicts.enumerated() { try note(conflict, of: sequence, part) }
        }
    }

    private func follow(_ move: ChainMoves.Move) throws -> [GrantConflict] {
        var (tables, conflicts) = (HubGrantTables(rows), [GrantConflict]())
        // Tags that the entry does not move.
        var unmoved: Set<TagID> = []
        for entry in GrantEntry.atHub(move.event) {
            for action in try tables.handle(.entry(entry, of: chain)) {
                switch action {
                case .conflict(let conflict):
                    conflicts.append(conflict)
                    if let tag = conflict.columns.tag { unmoved.insert(tag) }
                case .past(let tag): unmoved.insert(tag)
                case .regained(let tag, let life):
                    var tags = HubTagTables(rows)
                    guard let reason = try tags.regain(life, of: tag) else { break }
                    conflicts.append(.contradicts(tag, by: chain, why: reason))
                case .give, .refuse, .settled: break
                }
            }
        }
        switch move.event {
        case .grantMoved(.taken(let grant, _)): try rows.noteTurns(of: grant)
        case .hubLeft: _ = try tables.handle(.left(chain))
        case .tagCommissioned(let commissioning):
            guard conflicts.isEmpty, let reason = try putUp(commissioning, move.entry) else { break }
            conflicts.append(.contradicts(commissioning.tag, by: chain, why: reason))
        default:
            var tags = HubTagTables(rows)
            for step in move.event.tagSteps where !unmoved.contains(step.tag) {
                if let reason = try tags.follow(step, at: move.entry.time) {
                    conflicts.append(.contradicts(step.tag, by: chain, why: reason))
                } else if case .replaced = step.event {
                    try rows.free(step.tag)
                }
            }
        }
        return conflicts
    }

    /// A plan changes by it, and the hub's own journal has the digests of plans.
    private func putUp(_ commissioning: TagCommissioning, _ entry: JournalEntry) throws -> String? {
        try rows.flush()
        do { try change.record(.tagCommissioned(commissioning), by: entry.author) } catch let refusal as RegistryError
            where refusal.code == .contradiction || refusal.code == .unknownTag
        {
            return "\(refusal.message): \(refusal.reason)"
        }
        return nil
    }

    private func note(_ conflict: GrantConflict, of sequence: Int64, _ part: Int) throws {
        let columns = conflict.columns
        try change.connection.change(
            """
            INSERT INTO conflicts (chain, sequence, part, code, tag, request, reason, noted)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            [
                .bytes(chain.bytes), .integer(sequence), .integer(Int64(part)), .kept(columns.code),
                .optional(columns.tag?.text), columns.request.map { .integer(Int64($0)) } ?? .null,
                .optional(columns.why), .time(change.time),
            ])
    }
}
