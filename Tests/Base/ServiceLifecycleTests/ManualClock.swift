import Synchronization

/// A clock whose sleepers sleep until a test wakes them. It writes each sleep into the diary.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
    }

    private struct State {
        var sleeps = 0
        var sleepers: [AsyncStream<Never>.Continuation] = []
    }

    private let diary: Diary
    private let state = Mutex(State())

    init(diary: Diary) {
        self.diary = diary
    }

    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let (alarm, continuation) = AsyncStream.makeStream(of: Never.self)
        let number = state.withLock { state in
            state.sleeps += 1
            state.sleepers.append(continuation)
            return state.sleeps
        }
        diary.write("sleep \(number) for \(deadline.offset)")
        for await _ in alarm {}
        try Task.checkCancellation()
    }

    /// Ends every sleep.
    func wakeAll() {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.finish() }
    }
}
