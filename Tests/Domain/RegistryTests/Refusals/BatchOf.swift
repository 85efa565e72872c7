import Registry
import Testing

extension Batch {
    /// The batch `spring` with tags t1, t2 and so on, in these states.
    static func of(
        _ tags: [(medium: Medium, state: TagState, prints: Int)], url: String = "https://example.com/s/12",
        rules: BatchRules = .usual, isPaused: Bool = false, isDoubtful: Bool = false
    ) throws -> Batch {
        let name = try #require(BatchName("spring"))
        return Batch(
            name: name, template: nil,
            tags: try tags.enumerated().map { index, tag in
                Registry.Tag(
                    id: try #require(TagID("t\(index + 1)")), batch: name, store: try #require(StoreID("s")),
                    placement: "door", medium: tag.medium, url: url, life: TagLife(state: tag.state, prints: tag.prints)
                )
            }, isPaused: isPaused, rules: rules, isDoubtful: isDoubtful)
    }
}
