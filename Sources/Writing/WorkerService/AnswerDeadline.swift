internal import Dispatch
internal import Synchronization

/// Acts when a call that nothing can end takes too long. The call's own thread cannot.
final class AnswerDeadline: Sendable {
    private let queue = DispatchQueue(label: "deadline")
    /// Counts what was waited for; a deadline is for one of them.
    private let current = Mutex(0)

    /// Calls `act` unless ``stop()`` or another start comes within `limit`. Without a limit there is no deadline.
    func start(_ limit: Duration?, _ act: @escaping @Sendable () -> Void) {
        guard let limit else { return }
        let number = next()
        let (seconds, attoseconds) = limit.components
        let time = DispatchTimeInterval.milliseconds(Int(seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
        queue.asyncAfter(deadline: .now() + time) { [self] in
            let isDue = current.withLock { current in
                guard current == number else { return false }
                current += 1
                return true
            }
            if isDue { act() }
        }
    }

    /// What was waited for has come.
    func stop() { _ = next() }

    private func next() -> Int {
        current.withLock { current in
            current += 1
            return current
        }
    }
}
