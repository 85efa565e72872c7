internal import API
internal import HTTPServer

/// A job's own events as they are sent: from its beginning, numbered from 1.
enum JobEvents {
    /// How often a silent stream is used, so that a client that is gone is noticed.
    private static let keepAliveInterval = Duration.seconds(15)

    static func stream(_ events: AsyncStream<WriteEvent>) -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let sending = Task {
            var number = 0
            for await event in events {
                number += 1
                guard let data = try? Wire.bytes(event) else { continue }
                let sent = ServerSentEvent(
                    id: String(number), event: event.type.rawValue, data: String(decoding: data, as: UTF8.self))
                continuation.yield(sent.bytes)
            }
            continuation.finish()
        }
        let keepingAlive = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: keepAliveInterval)
                continuation.yield(ServerSentEvent.keepAlive)
            }
        }
        continuation.onTermination = { _ in
            sending.cancel()
            keepingAlive.cancel()
        }
        return stream
    }
}
