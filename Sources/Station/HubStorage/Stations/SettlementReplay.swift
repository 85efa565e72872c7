internal import Grants
internal import PostgreSQL
internal import Registry
internal import Storage

/// Which conflicts are settled by the hub's own journal.
struct SettlementReplay {
    /// A conflict that the table has as settled.
    struct Row {
        let number: Int
        let columns: GrantConflict.Columns
        let chain: ChainName
        let sequence: Int64
        let part: Int
        let noted: Timestamp
        let settledChain: ChainName?
        let settledSequence: Int64?
    }

    private struct Settled {
        let settlement: ConflictSettlement
        let chain: ChainName
        let sequence: Int64
    }

    private var settled: [Int: Settled] = [:]

    mutating func follow(_ entry: JournalEntry, of chain: ChainName) {
        guard entry.isOf(.conflictSettled), case .hubMoved(.conflictSettled(let settlement)) = entry.event else {
            return
        }
        settled[settlement.number] = Settled(settlement: settlement, chain: chain, sequence: entry.sequence)
    }

    /// `rows`: all that the table has as settled.
    func deviations(of rows: [Row]) -> [JournalDeviation] {
        var missing = settled
        let wrong = rows.compactMap { row -> JournalDeviation? in
            guard let known = missing.removeValue(forKey: row.number) else {
                return .conflict(row.number, "it is kept as settled, and no entry of the journal settles it")
            }
            let differing = row.differing(from: known.settlement, in: known.chain, at: known.sequence)
            guard !differing.isEmpty else { return nil }
            return .conflict(
                row.number, "it is not what the entry says that settles it: \(differing.joined(separator: ", "))")
        }
        return wrong
            + missing.keys.sorted().map {
                .conflict($0, "an entry of the journal settles it, and it is kept as open, or not at all")
            }
    }
}

extension SettlementReplay.Row {
    /// The names of the columns.
    fileprivate func differing(
        from settlement: ConflictSettlement, in chain: ChainName, at sequence: Int64
    ) -> [String] {
        let comparisons = [
            ("code", columns.code == settlement.code), ("tag", columns.tag == settlement.tag),
            ("request", columns.request == settlement.request), ("reason", columns.why == settlement.why),
            ("chain", self.chain == settlement.chain), ("sequence", self.sequence == settlement.sequence),
            ("part", part == settlement.part), ("noted", noted == settlement.noted),
            ("settled_chain", settledChain == chain), ("settled_sequence", settledSequence == sequence),
        ]
        return comparisons.filter { !$0.1 }.map(\.0)
    }
}

extension JournalDeviation {
    fileprivate static func conflict(_ number: Int, _ why: String) -> JournalDeviation {
        JournalDeviation(subject: "conflict \(number)", why: why)
    }
}

extension Columns {
    mutating func readSettledConflict() throws -> SettlementReplay.Row {
        SettlementReplay.Row(
            number: Int(try integer()), columns: try readConflictColumns(), chain: try chain(),
            sequence: try integer(), part: Int(try integer()), noted: try time(),
            settledChain: try optionalChain(), settledSequence: try optionalInteger())
    }
}
