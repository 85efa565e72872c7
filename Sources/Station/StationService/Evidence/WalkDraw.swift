internal import API
internal import Audit
internal import Registry

/// Draws the signs that a walk is to see.
struct WalkDraw {
    let choice: WalkPlan.Choice
    /// How many of each store at most.
    let perStore: Int
    let seed: UInt64
    /// When audits saw a URL last, in seconds since 1970.
    var lastSeen: [String: Int64] = [:]
    /// Tags that open findings name.
    var named: Set<String> = []

    /// The same tags in any order and the same seed draw the same signs.
    func draw(from tags: [Tag]) -> Set<TagID> {
        var generator = SeededGenerator(state: seed)
        let groups = Dictionary(grouping: tags.sorted { $0.id < $1.id }, by: \.store).sorted { $0.key < $1.key }
        return Set(groups.flatMap { ordered($0.value, &generator).prefix(perStore) }.map(\.id))
    }

    private func ordered(_ tags: [Tag], _ generator: inout SeededGenerator) -> [Tag] {
        switch choice {
        case .random: tags.shuffled(using: &generator)
        case .longest:
            tags.sorted { (lastSeen[$0.url] ?? .min, $0.id) < (lastSeen[$1.url] ?? .min, $1.id) }
        case .findings: tags.filter { named.contains($0.id.text) || named.contains($0.url) }
        }
    }
}
