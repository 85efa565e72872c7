internal import API
internal import Synchronization

/// What happened in a write job, kept for whoever comes later, and told to whoever listens.
final class JobLog: Sendable {
    /// Events that are kept. A job of a thousand tags has about five thousand.
    private static let capacity = 20_000

    private struct Content {
        var events: [WriteEvent] = []
        var listeners: [Int: AsyncStream<WriteEvent>.Continuation] = [:]
        var listenerCount = 0
        var hasEnded = false
    }

    private let content = Mutex(Content())
    private let tell: @Sendable (WriteEvent) -> Void

    /// `tell`: whoever follows all jobs.
    init(tell: @escaping @Sendable (WriteEvent) -> Void) {
        self.tell = tell
    }

    /// Whether the last event has been appended.
    var hasEnded: Bool { content.withLock(\.hasEnded) }

    func append(_ event: WriteEvent) {
        let listeners = content.withLock { content in
            content.events.append(event)
            if content.events.count > Self.capacity { content.events.removeFirst(Self.capacity / 4) }
            content.hasEnded = event.isLast
            return Array(content.listeners.values)
        }
        tell(event)
        for listener in listeners {
            listener.yield(event)
            if event.isLast { listener.finish() }
        }
    }

    /// Everything from the beginning (or from the oldest event that is still kept), and on until the job ends.
    func events() -> AsyncStream<WriteEvent> {
        // A listener that does not listen loses the oldest events; memory stays bounded.
        let (stream, continuation) = AsyncStream.makeStream(
            of: WriteEvent.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        let number = content.withLock { content in
            for event in content.events { continuation.yield(event) }
            if content.hasEnded { continuation.finish() }
            content.listenerCount += 1
            if !content.hasEnded { content.listeners[content.listenerCount] = continuation }
            return content.listenerCount
        }
        continuation.onTermination = { [weak self] _ in
            self?.content.withLock { content in _ = content.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}
