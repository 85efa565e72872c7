internal import API
internal import HTTPServer

/// A job's own events as they are sent: from its beginning, numbered from 1.
enum JobEvents {
    /// How often a silent stream is used, so that a client that is gone is noticed.
    private static let keepAliveInterval = Duration.seconds(15)

    static func stream(_ log: JobLog) -> AsyncStream<[UInt8]> {
        // A client that does not read loses the oldest events; memory stays bounded.
        let (stream, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingNewest(JobLog.capacity))
        let keepingAlive = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: keepAliveInterval)
                if case .terminated = continuation.yield(ServerSentEvent.keepAlive) { return }
            }
        }
        let listener = JobLog.Listener { number, event in
            guard let data = try? Wire.bytes(event) else { return }
            let sent = ServerSentEvent(
                id: String(number), event: event.type.rawValue, data: String(decoding: data, as: UTF8.self))
            continuation.yield(sent.bytes)
        } end: {
            continuation.finish()
        }
        let number = log.add(listener)
        continuation.onTermination = { _ in
            log.forget(number)
            keepingAlive.cancel()
        }
        return stream
    }
}
