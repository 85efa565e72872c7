/// How far the erasing of evidence has come.
public struct ErasureState: Hashable, Sendable {
    /// How often evidence was erased.
    public let count: Int64
    /// Since when what was erased may still be in a file; nil when no file holds it.
    public let pending: Timestamp?

    public init(count: Int64, pending: Timestamp?) {
        self.count = count
        self.pending = pending
    }
}
