import Synchronization

/// What happened, in order; a test can wait for an entry.
final class Diary: Sendable {
    private struct State {
        var entries: [String] = []
        var readers: [(entry: String, news: AsyncStream<Never>.Continuation)] = []
    }

    private let state = Mutex(State())

    var entries: [String] { state.withLock(\.entries) }

    func write(_ entry: String) {
        let readers = state.withLock { state in
            state.entries.append(entry)
            return state.readers.filter { $0.entry == entry }
        }
        for reader in readers { reader.news.finish() }
    }

    /// Returns once there is such an entry, or when the test runs out of its time.
    func wait(for entry: String) async {
        let (stream, news) = AsyncStream.makeStream(of: Never.self)
        let isThere = state.withLock { state in
            state.readers.append((entry, news))
            return state.entries.contains(entry)
        }
        if isThere { return }
        for await _ in stream {}
    }
}
