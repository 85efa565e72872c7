internal import API
internal import Synchronization

/// What happened in a write job, kept for later readers, and sent to every listener.
final class JobLog: Sendable {
    /// Events that are kept. A job of a thousand tags has about five thousand.
    static let capacity = 20_000

    private struct Content {
        var events: [WriteEvent] = []
        /// The number of the last event, from 1.
        var last = 0
        var listeners = Numbered<Listener>()
        var hasEnded = false
    }

    /// Called at once, without a task between: so listeners learn how a job ended that ends with the daemon.
    struct Listener: Sendable {
        let receive: @Sendable (_ number: Int, WriteEvent) -> Void
        let end: @Sendable () -> Void
    }

    private let capacity: Int
    private let era = EventEra()
    private let content = Mutex(Content())
    private let publish: @Sendable (WriteEvent) -> Void

    /// `publish`: sends an event to the clients that follow all jobs.
    init(keeping capacity: Int = JobLog.capacity, publish: @escaping @Sendable (WriteEvent) -> Void) {
        self.capacity = capacity
        self.publish = publish
    }

    /// Whether the last event has been appended.
    var hasEnded: Bool { content.withLock(\.hasEnded) }

    /// Keeps and sends an event; after the last one nothing happens any more. Called by one task at a time.
    func append(_ event: WriteEvent) {
        let appended: (Int, [Listener])? = content.withLock { content in
            if content.hasEnded { return nil }
            content.last += 1
            content.events.append(event)
            if content.events.count > capacity { content.events.removeFirst(capacity / 4) }
            content.hasEnded = event.isLast
            return (content.last, Array(content.listeners.values))
        }
        guard let (number, listeners) = appended else { return }
        publish(event)
        for listener in listeners {
            listener.receive(number, event)
            if event.isLast { listener.end() }
        }
    }

    /// The identifier of an event, by its number.
    func identifier(of number: Int) -> String { era.identifier(of: number) }

    /// The number of the event with this identifier; 0 for an identifier that is not of this log.
    func number(of identifier: String?) -> Int {
        guard let number = era.number(of: identifier) else { return 0 }
        return content.withLock { (0...$0.last).contains(number) ? number : 0 }
    }

    /// Whether the job has ended with this event or before it.
    func hasEnded(by number: Int) -> Bool { content.withLock { $0.hasEnded && number >= $0.last } }

    /// Sends a listener everything after an event (or from the oldest one that is still kept), and on until the job
    /// ends. Its number, to be forgotten by.
    func add(_ listener: Listener, after number: Int = 0) -> Int {
        var received = number
        if hasEnded(by: number) { listener.end() }
        while true {
            // What the listener makes of the past takes its time; the job must not wait for that.
            let (number, missed): (Int?, [(Int, WriteEvent)]) = content.withLock { content in
                let first = content.last - content.events.count + 1
                let missed = content.events.indices.map { (first + $0, content.events[$0]) }.filter { $0.0 > received }
                guard missed.isEmpty else { return (nil, missed) }
                let number = content.listeners.add(listener)
                if content.hasEnded { content.listeners[number] = nil }
                return (number, [])
            }
            for (number, event) in missed {
                listener.receive(number, event)
                if event.isLast { listener.end() }
                received = number
            }
            if let number { return number }
        }
    }

    func forget(_ listener: Int) {
        content.withLock { $0.listeners[listener] = nil }
    }
}
