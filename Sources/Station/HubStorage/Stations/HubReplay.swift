internal import Registry
internal import Storage

/// What the hub's tables have to hold by all chains.
final class HubReplay {
    struct Step: Hashable {
        let chain: ChainName
        let sequence: Int64
        /// Nil where the entry is about a grant.
        let tag: TagID?
    }

    var journal = JournalReplay()
    private(set) var settlements = SettlementReplay()
    private let conflicts: Set<Step>
    /// The chain that is followed, and the newest loan of each tag in it and in any chain so far: chains follow one another
    /// here, and what was done before a loan is done.
    private var chain: ChainName?
    private var ownLoans: [TagID: Int] = [:]
    private var loans: [TagID: Int] = [:]

    private var turns: TurnReplay

    init(conflicts: Set<Step>, turns: TurnReplay) {
        self.conflicts = conflicts
        self.turns = turns
    }

    /// An entry of one of the hub's daemons.
    func follow(own entry: JournalEntry, of chain: ChainName) {
        settlements.follow(entry, of: chain)
        guard !turns.keep(own: entry.event) else { return }
        journal.follow(entry)
    }

    /// The end of all chains.
    func end() { turns.follow(into: &journal) }

    /// An entry of a station moves tags and nothing else.
    func follow(_ entry: JournalEntry, of chain: ChainName) {
        if self.chain != chain { (self.chain, ownLoans) = (chain, [:]) }
        guard let event = entry.event else { return }
        func isRefused(_ tag: TagID?) -> Bool {
            conflicts.contains(Step(chain: chain, sequence: entry.sequence, tag: tag))
        }
        if case .grantMoved(.taken(let grant, _)) = event, let loan = grant.loan, let tag = grant.tags.first {
            guard !isRefused(nil), !isRefused(tag) else { return }
            guard !turns.begin(with: grant) else { return }
            ownLoans[tag] = loan.number
            guard loan.number > loans[tag] ?? 0 else { return }
            loans[tag] = loan.number
            journal.follow(grant)
        }
        if case .grantMoved(.taken(let grant, _)) = event, !isRefused(nil), grant.loan == nil {
            turns.begin(with: grant)
        }
        for step in event.tagSteps
        where !isRefused(step.tag) && !turns.keep(step, of: chain) && ownLoans[step.tag] ?? 0 >= loans[step.tag] ?? 0 {
            journal.follow(step)
        }
    }
}
