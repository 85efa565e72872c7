import Synchronization

/// What happened, in order; a test can wait for an entry.
final class Diary: Sendable {
    private struct State {
        var entries: [String] = []
        var readers: [(entry: String, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var entries: [String] { state.withLock(\.entries) }

    func write(_ entry: String) {
        let waiting = state.withLock { state in
            state.entries.append(entry)
            defer { state.readers.removeAll { $0.entry == entry } }
            return state.readers.filter { $0.entry == entry }.map(\.continuation)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns once there is such an entry.
    func wait(for entry: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                let isThere = state.entries.contains(entry)
                if !isThere { state.readers.append((entry, continuation)) }
                return isThere
            }
            if isThere { continuation.resume() }
        }
    }
}
