internal import API
internal import Foundation
internal import HTTPServer
internal import Synchronization

/// What happens at a station, sent to every listener. The last events are kept, so that a client that was away for a
/// moment misses nothing.
final class EventHub: Sendable {
    /// Events that are kept.
    static let capacity = 4_096
    /// Streams at a time.
    static let streamLimit = 2_048
    /// Events that wait for one client. One that is further behind is cut off, and comes back for the rest.
    private static let backlog = 1_024

    private struct Sent {
        let number: Int
        let topic: EventTopic
        let bytes: [UInt8]
    }

    private struct Listener {
        let topics: Set<EventTopic>
        let stream: AsyncStream<[UInt8]>.Continuation
        /// Nil for one who hears everything until the end.
        let lease: Lease?

        var isLetIn: Bool { lease?.isGood ?? true }
    }

    private struct State {
        var kept: [Sent] = []
        var last = 0
        var listeners = Numbered<Listener>()
    }

    private let era = EventEra()
    private let state = Mutex(State())

    /// Sends an event. What cannot be encoded is not sent.
    func send(_ kind: String, on topic: EventTopic, _ data: some Encodable) {
        guard let data = try? Wire.bytes(data) else { return }
        state.withLock { state in
            state.last += 1
            let bytes = event(state.last, kind: kind, data)
            state.kept.append(Sent(number: state.last, topic: topic, bytes: bytes))
            if state.kept.count > Self.capacity { state.kept.removeFirst(Self.capacity / 4) }
            for (number, listener) in state.listeners.all where listener.topics.contains(topic) {
                if listener.isLetIn, case .enqueued = listener.stream.yield(bytes) { continue }
                state.listeners[number] = nil
                Task { listener.stream.finish() }
            }
        }
    }

    private func event(_ number: Int, kind: String, _ data: [UInt8]) -> [UInt8] {
        ServerSentEvent(id: era.identifier(of: number), event: kind, data: String(decoding: data, as: UTF8.self)).bytes
    }

    /// The events of some topics: those after `lastID`, or a `reset` and those from now on. Nil when too many listen.
    /// `lease`: the stream ends with it.
    func stream(
        _ topics: Set<EventTopic>, after lastID: String?, for lease: Lease? = nil
    ) -> AsyncStream<[UInt8]>? {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(Self.capacity + Self.backlog))
        let number: Int? = state.withLock { state in
            guard state.listeners.count < Self.streamLimit else { return nil }
            let missed = position(of: lastID, state).map { last in state.kept.drop { $0.number <= last } }
            if let missed {
                for event in missed where topics.contains(event.topic) { continuation.yield(event.bytes) }
            } else {
                let reset = EventReset(why: lastID == nil ? "beginning" : "too-old")
                if let data = try? Wire.bytes(reset) { continuation.yield(event(state.last, kind: "reset", data)) }
            }
            return state.listeners.add(Listener(topics: topics, stream: continuation, lease: lease))
        }
        guard let number else { return nil }
        let held = lease?.hold { [weak self] in self?.cut(number) }
        continuation.onTermination = { [weak self] _ in
            // Later: here the task that listens may be locked, as one that is cancelled is, and `send` locks this hub and
            // then that task to wake it.
            Task.detached {
                self?.state.withLock { state in state.listeners[number] = nil }
                if let held { lease?.release(held) }
            }
        }
        return stream
    }

    /// Ends a stream whose client is not let in any more.
    private func cut(_ number: Int) { state.withLock { $0.listeners.remove(number) }?.stream.finish() }

    /// The number in an identifier of ours whose successors are all kept.
    private func position(of id: String?, _ state: State) -> Int? {
        guard let number = era.number(of: id), number <= state.last,
            number >= (state.kept.first?.number ?? state.last + 1) - 1
        else { return nil }
        return number
    }

    /// Uses every stream, so that a client that is gone is noticed, and one that listens knows that we are there.
    func keepAlive() {
        let listeners = state.withLock { Array($0.listeners.all) }
        for (number, listener) in listeners {
            if listener.isLetIn { listener.stream.yield(ServerSentEvent.keepAlive) } else { cut(number) }
        }
    }
}
