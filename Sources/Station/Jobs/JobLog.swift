internal import API
internal import Synchronization

/// What happened in a write job, kept for whoever comes later, and told to whoever listens.
final class JobLog: Sendable {
    /// Events that are kept. A job of a thousand tags has about five thousand.
    static let capacity = 20_000

    private struct Content {
        var events: [WriteEvent] = []
        /// The number of the last event, from 1.
        var last = 0
        var listeners: [Int: Listener] = [:]
        var listenerCount = 0
        var hasEnded = false
    }

    /// Who is told at once: nothing stands between a job that ends with the daemon and those who hear how it ended.
    struct Listener: Sendable {
        let hear: @Sendable (_ number: Int, WriteEvent) -> Void
        let end: @Sendable () -> Void
    }

    private let content = Mutex(Content())
    private let tell: @Sendable (WriteEvent) -> Void

    /// `tell`: whoever follows all jobs.
    init(tell: @escaping @Sendable (WriteEvent) -> Void) {
        self.tell = tell
    }

    /// Whether the last event has been appended.
    var hasEnded: Bool { content.withLock(\.hasEnded) }

    /// Keeps and tells an event. Called by one task at a time.
    func append(_ event: WriteEvent) {
        let (number, listeners) = content.withLock { content in
            content.last += 1
            content.events.append(event)
            if content.events.count > Self.capacity { content.events.removeFirst(Self.capacity / 4) }
            content.hasEnded = event.isLast
            return (content.last, Array(content.listeners.values))
        }
        tell(event)
        for listener in listeners {
            listener.hear(number, event)
            if event.isLast { listener.end() }
        }
    }

    /// Lets a listener hear everything from the beginning (or from the oldest event that is still kept), and on until
    /// the job ends. Its number, to be forgotten by.
    func add(_ listener: Listener) -> Int {
        content.withLock { content in
            let first = content.last - content.events.count + 1
            for (offset, event) in content.events.enumerated() { listener.hear(first + offset, event) }
            if content.hasEnded { listener.end() }
            content.listenerCount += 1
            if !content.hasEnded { content.listeners[content.listenerCount] = listener }
            return content.listenerCount
        }
    }

    func forget(_ listener: Int) {
        content.withLock { content in _ = content.listeners.removeValue(forKey: listener) }
    }
}
