import Synchronization

/// Sends the same pieces to many streams, and tells when so many are there.
final class Hub: Sendable {
    private struct State {
        var subscribers: [AsyncStream<[UInt8]>.Continuation] = []
        var waiting: [(count: Int, gate: Gate)] = []
    }

    private let state = Mutex(State())

    func subscribe() -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        state.withLock { state in
            state.subscribers.append(continuation)
            for (count, gate) in state.waiting where state.subscribers.count >= count { gate.open() }
        }
        return stream
    }

    func send(_ piece: [UInt8]) {
        let subscribers = state.withLock { $0.subscribers }
        for subscriber in subscribers { subscriber.yield(piece) }
    }

    func wait(for count: Int) async {
        let gate = Gate()
        state.withLock { state in
            if state.subscribers.count >= count { gate.open() } else { state.waiting.append((count, gate)) }
        }
        await gate.wait()
    }
}
