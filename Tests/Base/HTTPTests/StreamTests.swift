import HTTPClient
import HTTPMessages
import HTTPServer
import Testing
import UnixSystem

@Suite(.timeLimit(.minutes(10)))
struct `Streams` {
    @Test(arguments: Way.allCases)
    func `each piece arrives before the next one is sent`(way: Way) async throws {
        let (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        try await RunningServer.run { router in
            router.on(.get, "/events") { _ in .events(pieces) }
        } _: { running in
            let answer = try await running.client(way).stream(WebRequest("GET", running.url("/events")))
            #expect(answer.status == 200)
            #expect(answer.headers["Content-Type"] == "text/event-stream")
            #expect(answer.headers["Cache-Control"] == "no-store")
            var lines = answer.body.lines().makeAsyncIterator()
            for number in 0..<50 {
                continuation.yield(
                    ServerSentEvent(id: "\(number)", event: "tick", data: "é\n\(number)").bytes)
                var event: [String] = []
                while let line = try await lines.next(), !line.isEmpty { event.append(line) }
                #expect(event == ["id: \(number)", "event: tick", "data: é", "data: \(number)"])
            }
            continuation.finish()
            #expect(try await lines.next() == nil)
        }
    }

    @Test(arguments: Way.allCases)
    func `a stream ends for its producer when the client goes away`(way: Way) async throws {
        let (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let ended = Gate()
        continuation.onTermination = { _ in ended.open() }
        try await RunningServer.run { router in
            router.on(.get, "/events") { _ in .events(pieces) }
        } _: { running in
            do {
                let answer = try await running.client(way).stream(WebRequest("GET", running.url("/events")))
                #expect(answer.status == 200)
            }
            // Nothing is ever sent: only the watcher can notice.
            await ended.wait()
        }
    }

    @Test func `a client that cancels its reading ends the transfer`() async throws {
        let (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let ended = Gate()
        let begun = Gate()
        continuation.onTermination = { _ in ended.open() }
        try await RunningServer.run { router in
            router.on(.get, "/events") { _ in .events(pieces) }
        } _: { running in
            let reader = Task {
                let answer = try await running.client().stream(WebRequest("GET", running.url("/events")))
                begun.open()
                for try await _ in answer.body {}
            }
            await begun.wait()
            reader.cancel()
            await #expect(throws: CancellationError.self) { try await reader.value }
            await ended.wait()
        }
    }

    @Test func `a reading that is cancelled while parts arrive ends`() async throws {
        try await RunningServer.run { router in
            router.on(.get, "/flood") { _ in
                let (pieces, continuation) = AsyncStream.makeStream(
                    of: [UInt8].self, bufferingPolicy: .bufferingNewest(1))
                let flooding = Task {
                    while !Task.isCancelled {
                        continuation.yield([1])
                        try? await Task.sleep(for: .microseconds(100))
                    }
                }
                continuation.onTermination = { _ in flooding.cancel() }
                return .events(pieces)
            }
        } _: { running in
            // Each time the end meets another moment of a part's arrival.
            for round in 0..<400 {
                let reader = Task {
                    let answer = try await running.client().stream(WebRequest("GET", running.url("/flood")))
                    for try await _ in answer.body {}
                }
                try await Task.sleep(for: .microseconds(2_000 + 7 * round))
                reader.cancel()
                await #expect(throws: CancellationError.self) { try await reader.value }
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `a handler is cancelled when its client goes away`(way: Way) async throws {
        let begun = Gate()
        let cancelled = Gate()
        try await RunningServer.run { router in
            router.on(.get, "/slow") { _ in
                begun.open()
                await Gate().wait()
                if Task.isCancelled { cancelled.open() }
                try Task.checkCancellation()
                return .text("never")
            }
        } _: { running in
            let request = Task { try await running.get("/slow", way) }
            await begun.wait()
            request.cancel()
            await #expect(throws: CancellationError.self) { try await request.value }
            await cancelled.wait()
            #expect(running.failures.texts == [])
        }
    }

    @Test(arguments: Way.allCases)
    func `a long stream arrives whole, however much faster one side is`(way: Way) async throws {
        let piece = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try await RunningServer.run { router in
            router.on(.get, "/long") { _ in
                HTTPResponse(
                    body: .stream(
                        AsyncStream { continuation in
                            for _ in 0..<200 { continuation.yield(piece) }
                            continuation.finish()
                        }))
            }
        } _: { running in
            let answer = try await running.client(way).stream(WebRequest("GET", running.url("/long")))
            var position = 0
            var isRight = true
            for try await part in answer.body {
                isRight =
                    isRight && part.indices.allSatisfy { part[$0] == piece[(position + $0) % piece.count] }
                position += part.count
            }
            #expect(isRight)
            #expect(position == 200 * piece.count)
        }
    }

    @Test func `three hundred idle streams each get an event, and other requests are served`() async throws {
        let hub = Hub()
        try await RunningServer.run { router in
            router.on(.get, "/events") { _ in .events(hub.subscribe()) }
            router.on(.get, "/") { _ in .text("here") }
        } _: { running in
            let connections = try await onThread {
                try (0..<300).map { _ in
                    let connection = Held(try UnixConnection.connect(to: running.path))
                    try connection.connection.write("GET /events HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
                    return connection
                }
            }
            await hub.wait(for: 300)
            let answer = try await running.get("/")
            #expect(answer.text == "here")
            hub.send(Array("data: now\n\n".utf8))
            let texts = try await onThread {
                try connections.map { held in
                    var text = ""
                    while !text.contains("data: now\n\n") {
                        text += String(decoding: try held.connection.readAll(1), as: UTF8.self)
                    }
                    return text
                }
            }
            #expect(texts.count == 300)
        }
    }

    /// A connection that can be kept in an array.
    final class Held: Sendable {
        let connection: UnixConnection
        init(_ connection: consuming UnixConnection) { self.connection = connection }
    }
}
