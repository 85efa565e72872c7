internal import Registry

/// What became of tags that have left a chip and were granted again: which of their stations was first is in no order of chains.
/// The hub counts how often a tag has left a chip, and its grants say the number.
struct TurnReplay {
    /// A tag with one grant.
    private struct Turn {
        let grant: Grant
        let number: Int
        var steps: [TagStep] = []
        var frees = 0
    }

    private struct Request: Hashable {
        let chain: ChainName
        let number: Int
    }

    private let replaced: Set<TagID>
    /// By the hub's own entries: a station of an earlier version leaves the numbers out of its own.
    private let numbers: [Request: [String: Int]]
    private var turns: [TagID: [Turn]] = [:]
    private var own: [TagID: [TagStep]] = [:]

    /// `replaced`: tags that have left a chip. `given`: grants of tags that had.
    init(replaced: Set<TagID>, given: [Grant]) {
        self.replaced = replaced
        numbers = Dictionary(
            given.map { (Request(chain: $0.chain, number: $0.request), $0.turns ?? [:]) }, uniquingKeysWith: { $1 })
    }

    /// A station takes tags. Returns whether one of them has left a chip.
    @discardableResult
    mutating func begin(with grant: Grant) -> Bool {
        let known = numbers[Request(chain: grant.chain, number: grant.request)]
        let tags = grant.tags.filter(replaced.contains)
        for tag in tags {
            let number = max(grant.turns?[tag.text] ?? 0, known?[tag.text] ?? 0)
            turns[tag, default: []].append(Turn(grant: grant, number: number))
        }
        return !tags.isEmpty
    }

    /// Whether it is kept until the end.
    mutating func keep(_ step: TagStep, of chain: ChainName) -> Bool {
        guard let index = turns[step.tag]?.lastIndex(where: { $0.grant.chain == chain }) else { return false }
        turns[step.tag]?[index].steps.append(step)
        if case .replaced = step.event { turns[step.tag]?[index].frees += 1 }
        return true
    }

    /// What the hub itself does to tags that stations had.
    mutating func keep(own event: JournalEvent?) -> Bool {
        guard let steps = event?.tagSteps, let tag = steps.first?.tag, steps.count == 1, turns[tag] != nil else {
            return false
        }
        own[tag, default: []] += steps
        return true
    }

    func follow(into journal: inout JournalReplay) {
        for (tag, all) in turns {
            // Tags that went back as they came have no turn: others have the same number.
            let turns = all.filter { $0.grant.loan != nil || !$0.steps.isEmpty }.sorted {
                ($0.number, $0.grant.loan?.number ?? 0) < ($1.number, $1.grant.loan?.number ?? 0)
            }
            // What the hub did before the last turn.
            var before = (turns.last?.number ?? 0) - turns.dropLast().reduce(0) { $0 + $1.frees }
            var steps = own[tag, default: []][...]
            while before > 0, let step = steps.popFirst() {
                journal.follow(step)
                if case .replaced = step.event { before -= 1 }
            }
            for turn in turns {
                if turn.grant.loan == nil { journal.leaveChip(of: tag) } else { journal.follow(turn.grant) }
                for step in turn.steps { journal.follow(step) }
            }
            for step in steps { journal.follow(step) }
        }
    }
}
