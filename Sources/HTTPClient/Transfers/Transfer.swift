import Synchronization

/// One request under way: the thread that runs libcurl on one side, the task that reads on the other.
final class Transfer: Sendable {
    /// Above this many unread bytes libcurl stops reading from the network.
    static let highWater = 1 << 20

    struct Head: Sendable {
        let status: Int
        let headers: WebHeaders
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

        mutating func wakeReader() {
            hasChanged = true
            reader?.resume()
            reader = nil
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
                    state.withLock { state in
                        precondition(state.reader == nil, "a body is read by one task")
                        state.reader = continuation
                        // Something may have come in between.
                        if state.hasChanged { state.wakeReader() }
                    }
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
        state.withLock { state in
            state.head = head
            state.wakeReader()
        }
    }

    func receive(_ part: [UInt8]) -> Reception {
        let isTooLarge: Bool? = state.withLock { state in
            guard state.ending == nil else { return true }
            if let limit, state.received + part.count > limit { return true }
            guard state.unread <= Self.highWater else {
                state.isPaused = true
                return nil
            }
            state.received += part.count
            state.unread += part.count
            state.parts.append(part)
            state.wakeReader()
            return false
        }
        guard let isTooLarge else { return .pause }
        guard isTooLarge else { return .taken }
        finish(.failure(WebError.tooLarge(limit: limit ?? 0, place: place)))
        return .stop
    }

    /// Ends the transfer; only the first ending counts.
    func finish(_ ending: Result<Void, any Error>) {
        state.withLock { state in
            guard state.ending == nil else { return }
            state.ending = ending
            if case .failure = ending { state.parts = [] }
            state.alarm?.ring()
            state.wakeReader()
        }
    }
}
