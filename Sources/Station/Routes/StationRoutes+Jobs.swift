internal import API
internal import HTTPServer
internal import Registry

extension StationRoutes {
    func addJobs(to router: inout HTTPRouter) {
        let jobs = station.jobs
        router.on(
            .post, "/v1/jobs",
            handler: answering { request in
                let wanted = try Wire.read(WriteJobRequest.self, from: request)
                return try Wire.respond(try await jobs.start(wanted, by: author(of: request)), status: 201)
            })
        router.on(
            .get, "/v1/jobs/{id}",
            handler: answering { request in try Wire.respond(try await jobs.job(try Self.job(of: request))) })
        router.on(
            .delete, "/v1/jobs/{id}",
            handler: answering { request in try Wire.respond(try await jobs.cancel(try Self.job(of: request))) })
        router.on(
            .post, "/v1/jobs/{id}/orders",
            handler: answering { request in
                let order = try Wire.read(WriteOrder.self, from: request)
                return try Wire.respond(try await jobs.carryOut(order, inJob: try Self.job(of: request)))
            })
        router.on(
            .get, "/v1/jobs/{id}/events",
            handler: answering { request in
                .events(Self.serverSent(try await jobs.events(try Self.job(of: request))))
            })
    }

    private static func job(of request: HTTPRequest) throws -> Int {
        guard let id = Int(request.parameter("id")) else { throw Wire.badName(request.parameter("id")) }
        return id
    }

    /// How often a silent stream is used, so that a client that is gone is noticed.
    private static let keepAliveInterval = Duration.seconds(15)

    private static func serverSent(_ events: AsyncStream<WriteEvent>) -> AsyncStream<[UInt8]> {
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
