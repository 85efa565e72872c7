/// How many rows of a large change belong to one transaction, by how long the last ones took: a change that comes in
/// between waits for one piece at most.
struct PieceSize {
    /// What a transaction is to take, with its commit.
    static let duration = Duration.milliseconds(15)
    static let range = 16...8_192

    private(set) var rows = 128

    /// So many rows took so long.
    mutating func note(_ count: Int, took: Duration) {
        let fitting = Double(count) * (Self.duration / max(took, .microseconds(1)))
        // A slow disk is noticed at once, a fast one is trusted slowly.
        let next = min(fitting, Double(rows) * 1.5)
        rows = min(max(Int(next), Self.range.lowerBound), Self.range.upperBound)
    }
}
