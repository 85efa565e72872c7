internal import Registry
internal import Synchronization

/// What this process knows of requests with keys besides the registry: which of them it has, and which refusals of a
/// caller are kept.
final class RequestKeys: Sendable {
    private struct State {
        /// How many requests have the key at the moment.
        var present: [RequestKey: Int] = [:]
        /// Of requests whose outcome the registry did not take: there they run still.
        var unsettled: Set<RequestKey> = []
        /// Of each caller, the oldest first.
        var refusals: [String: [Refusal]] = [:]
    }

    private struct Refusal {
        let key: RequestKey
        let time: Timestamp
    }

    /// Refusals that are kept of one caller. They change nothing, so nothing else bounds how many there are.
    static let refusalLimit = 1_000

    private let state = Mutex(State())

    /// A request with the key begins; its end is to be said by ``leave(_:)``.
    func enter(_ key: RequestKey) { state.withLock { $0.present[key, default: 0] += 1 } }

    func leave(_ key: RequestKey) {
        state.withLock { state in
            let left = state.present[key, default: 1] - 1
            state.present[key] = left > 0 ? left : nil
        }
    }

    /// Whether only one request has the key: the one that asks.
    func isAlone(_ key: RequestKey) -> Bool { state.withLock { $0.present[key] == 1 } }

    /// What became of the key's request could not be kept.
    func noteUnsettled(_ key: RequestKey) { state.withLock { _ = $0.unsettled.insert(key) } }

    /// Takes a key out whose outcome could not be kept and that no request has, and enters it for the caller. What the
    /// caller does not settle it is to note again.
    func enterUnsettled() -> RequestKey? {
        state.withLock { state in
            guard let key = state.unsettled.first(where: { state.present[$0] == nil }) else { return nil }
            state.unsettled.remove(key)
            state.present[key] = 1
            return key
        }
    }

    /// The key is another request's now.
    func renew(_ key: RequestKey) {
        state.withLock { state in
            state.unsettled.remove(key)
            guard let refusals = state.refusals[key.actor] else { return }
            state.refusals[key.actor] = refusals.filter { $0.key != key }
        }
    }

    /// Notes that a refusal is kept under the key. Returns keys of older ones that are to be let go for it.
    func keepRefusal(_ key: RequestKey, at time: Timestamp) -> [RequestKey] {
        state.withLock { state in
            // What is forgotten by its age may be another request's by now.
            let known = { (refusal: Refusal) in refusal.time.milliseconds > time.milliseconds - Repetition.memory }
            state.refusals = state.refusals.filter { $0.value.last.map(known) ?? false }
            var refusals = state.refusals[key.actor, default: []].filter(known)
            refusals.append(Refusal(key: key, time: time))
            let surplus = refusals.prefix(max(0, refusals.count - Self.refusalLimit)).map(\.key)
            state.refusals[key.actor] = Array(refusals.dropFirst(surplus.count))
            return surplus
        }
    }
}
