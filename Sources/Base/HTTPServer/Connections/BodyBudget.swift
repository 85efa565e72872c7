import Synchronization

/// How many bytes of bodies are kept in memory at a time, over all connections.
final class BodyBudget: Sendable {
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
