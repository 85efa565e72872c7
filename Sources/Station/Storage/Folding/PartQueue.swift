internal import Registry

/// The parts of an audit of everything, in the order in which the one daemon judges them.
struct PartQueue {
    private let mark: JudgingMark
    private var open: [EvidencePart]
    private var taken: Set<EvidencePart> = []

    init(_ count: Int, by mark: JudgingMark) {
        self.mark = mark
        open = (0..<count).reversed().map { EvidencePart(number: $0, count: count) }
    }

    mutating func take(plan: Int64) -> NextPart {
        guard plan == mark.plan else { return .none }
        guard let part = open.popLast() else { return taken.isEmpty ? .none : .othersWork }
        taken.insert(part)
        return .taken(part, mark)
    }

    mutating func end(_ part: EvidencePart, isJudged: Bool) {
        if taken.remove(part) != nil, !isJudged { open.append(part) }
    }

    var isDone: Bool { open.isEmpty && taken.isEmpty }
}
