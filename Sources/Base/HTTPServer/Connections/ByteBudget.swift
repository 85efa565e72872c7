import Synchronization

/// So many bytes, shared by all connections.
final class ByteBudget: Sendable {
    private let limit: Int
    private let used = Atomic(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// False when so many more bytes would exceed the limit.
    func take(_ count: Int) -> Bool {
        guard used.add(count, ordering: .relaxed).newValue <= limit else {
            giveBack(count)
            return false
        }
        return true
    }

    func giveBack(_ count: Int) { used.subtract(count, ordering: .relaxed) }
}
