internal import HTTPMessages
import Synchronization

/// One request under way: the thread that runs libcurl on one side, the task that reads on the other.
final class Transfer: Sendable {
    /// Above this many unread bytes libcurl stops reading from the network.
    static let highWater = 1 << 20

    struct Head: Sendable {
        let status: Int
        let headers: HTTPHeaders
    }

    /// What libcurl's thread shall do with a part of the body.
    enum Reception {
        case taken
        case pause
        case stop
    }

    private struct State {
        var head: Head?
        var parts: [[UInt8]] = []
        var unread = 0
        var received = 0
        /// How the transfer ended.
        var ending: Result<Void, any Error>?
        var isPaused = false
        /// Since the reader last looked.
        var hasChanged = false
        /// The one task that waits for something to change.
        var reader: CheckedContinuation<Void, Never>?
        var alarm: MultiHandle.Alarm?

        /// Notes a change. Who gets the reader wakes it, without the lock: to cancel a task locks the task and then
        /// this, and to wake one locks it, too.
        mutating func change() -> CheckedContinuation<Void, Never>? {
            hasChanged = true
            return reader.take()
        }
    }

    let place: String
    let followsRedirects: Bool
    private let limit: Int?
    private let state = Mutex(State())

    init(limit: Int?, place: String, followsRedirects: Bool) {
        self.limit = limit
        self.place = place
        self.followsRedirects = followsRedirects
    }

    // MARK: The reader's side

    /// Waits for the answer's headers.
    func head() async throws -> Head {
        try await wait { state in
            if let head = state.head { return head }
            try state.ending?.get()
            return nil
        }
    }

    /// The next part of the body, nil at its end.
    func next() async throws -> [UInt8]? {
        try await wait { state -> [UInt8]?? in
            guard !state.parts.isEmpty else { return try state.ending.map { try $0.get() }.map { nil } }
            let part = state.parts.removeFirst()
            state.unread -= part.count
            if state.isPaused, state.unread <= Self.highWater { state.alarm?.ring() }
            return .some(part)
        }
    }

    /// Ends the transfer at once. Harmless when it has ended.
    func cancel() { finish(.failure(CancellationError())) }

    private func wait<Value: Sendable>(for value: (inout State) throws -> Value?) async throws -> Value {
        try await withTaskCancellationHandler {
            while true {
                let found = try state.withLock { state in
                    state.hasChanged = false
                    return try value(&state)
                }
                if let found { return found }
                await withCheckedContinuation { continuation in
                    let isBehind = state.withLock { state in
                        precondition(state.reader == nil, "a body is read by one task")
                        // Something may have come in between.
                        if !state.hasChanged { state.reader = continuation }
                        return state.hasChanged
                    }
                    if isBehind { continuation.resume() }
                }
            }
        } onCancel: {
            cancel()
        }
    }

    // MARK: The thread's side

    var isEnded: Bool { state.withLock { $0.ending != nil } }

    /// Whether the reader has caught up with a paused transfer; asked once, the transfer counts as going on.
    func takeResumption() -> Bool {
        state.withLock { state in
            guard state.isPaused, state.unread <= Self.highWater else { return false }
            state.isPaused = false
            return true
        }
    }

    /// The means to wake the thread, while it has them.
    func setAlarm(_ alarm: MultiHandle.Alarm?) { state.withLock { $0.alarm = alarm } }

    func receive(_ head: Head) {
        let reader = state.withLock { state in
            state.head = head
            return state.change()
        }
        reader?.resume()
    }

    func receive(_ part: [UInt8]) -> Reception {
        let (reception, reader) = state.withLock { state -> (Reception, CheckedContinuation<Void, Never>?) in
            guard state.ending == nil else { return (.stop, nil) }
            if let limit, state.received + part.count > limit { return (.stop, nil) }
            guard state.unread <= Self.highWater else {
                state.isPaused = true
                return (.pause, nil)
            }
            state.received += part.count
            state.unread += part.count
            state.parts.append(part)
            return (.taken, state.change())
        }
        reader?.resume()
        // Without effect when the transfer has ended already.
        if reception == .stop { finish(.failure(WebError.tooLarge(limit: limit ?? 0, place: place))) }
        return reception
    }

    /// Ends the transfer; only the first ending counts.
    func finish(_ ending: Result<Void, any Error>) {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.ending == nil else { return nil }
            state.ending = ending
            if case .failure = ending { state.parts = [] }
            state.alarm?.ring()
            return state.change()
        }
        reader?.resume()
    }
}
