import ReaderEmulator

/// What has happened in a soak, or in a part of it.
struct SoakStory: Sendable {
    /// Every chip that was ever on a reader, as it is in the end.
    var chips: [ReaderEmulator.Type2Tag] = []
    /// `partitions`, `tears` and so on: how often.
    var counts: [String: Int] = [:]

    mutating func add(_ other: SoakStory) {
        chips += other.chips
        counts.merge(other.counts, uniquingKeysWith: +)
    }

    /// `3 killed hubs, 5 partitions`
    var list: String { counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ") }
}
