/// Which of a diagnosis' tags, by position.
struct TagPositions: Sendable {
    private var flags: [Bool] = []

    func contains(_ position: Int) -> Bool { position < flags.count && flags[position] }

    mutating func formUnion(_ positions: [Int]) {
        guard let last = positions.max() else { return }
        if last >= flags.count { flags += repeatElement(false, count: last + 1 - flags.count) }
        for position in positions { flags[position] = true }
    }
}
