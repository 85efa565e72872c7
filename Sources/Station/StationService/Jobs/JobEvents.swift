internal import API
internal import HTTPServer

/// A job's own events as they are sent.
enum JobEvents {
    /// How often a silent stream is used, so that a client that is gone is noticed.
    private static let keepAliveInterval = Duration.seconds(15)

    /// From the job's beginning, or after the last event that the client has seen. 204 for a client that has seen all of
    /// them: a browser does not come back then (HTML Standard, section 9.2.3). `lease`: ends it before the job does.
    static func answer(_ log: JobLog, after lastID: String?, for lease: Lease? = nil) -> HTTPResponse {
        let number = log.number(of: lastID)
        return log.hasEnded(by: number) ? HTTPResponse(status: 204) : .events(stream(log, after: number, for: lease))
    }

    static func stream(_ log: JobLog, after last: Int = 0, for lease: Lease? = nil) -> AsyncStream<[UInt8]> {
        // A client that does not read loses the oldest events; memory stays bounded.
        let (stream, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingNewest(JobLog.capacity))
        let keepingAlive = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: keepAliveInterval)
                if lease?.isGood == false { continuation.finish() }
                if case .terminated = continuation.yield(ServerSentEvent.keepAlive) { return }
            }
        }
        let listener = JobLog.Listener { number, event in
            guard lease?.isGood ?? true else { return continuation.finish() }
            guard let data = try? Wire.bytes(event) else { return }
            let sent = ServerSentEvent(
                id: log.identifier(of: number), event: event.type.rawValue, data: String(decoding: data, as: UTF8.self))
            continuation.yield(sent.bytes)
        } end: {
            continuation.finish()
        }
        let number = log.add(listener, after: last)
        let held = lease?.hold { continuation.finish() }
        continuation.onTermination = { _ in
            log.forget(number)
            keepingAlive.cancel()
            if let held { lease?.release(held) }
        }
        return stream
    }
}
