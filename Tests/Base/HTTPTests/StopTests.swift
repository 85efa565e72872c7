import Faults
import Glibc
import HTTPClient
import HTTPMessages
import HTTPServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct `Stopping` {
    @Test(arguments: Way.allCases)
    func `fifty open streams end cleanly and the socket's file goes away`(way: Way) async throws {
        let hub = Hub()
        try await RunningServer.run { router in
            router.on(.get, "/events") { _ in .events(hub.subscribe()) }
        } _: { running in
            let readers = (0..<50).map { _ in
                Task {
                    let answer = try await running.client(way).stream(
                        WebRequest("GET", running.url("/events")))
                    var text = ""
                    for try await line in answer.body.lines() { text += line }
                    return text
                }
            }
            await hub.wait(for: 50)
            hub.send(Array("last\n".utf8))
            await running.server.stop()
            // A stream that is cut would throw `disconnected`.
            for reader in readers {
                let text = try await reader.value
                #expect(text == "last")
            }
            #expect(access(running.path, F_OK) == -1)
            let after = await #expect(throws: WebError.self) { try await running.get("/events") }
            #expect(after?.code == .noSocket)
            let refused = await #expect(throws: WebError.self) { try await running.get("/events", .loopback) }
            #expect(refused?.code == .refused)
        }
    }

    /// A sheet, say: a part of it must never be saved as the whole.
    @Test(arguments: [true, false])
    func `a file ends whole, or cut where the server cannot wait`(waits: Bool) async throws {
        let (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        continuation.yield([1, 2, 3])
        try await RunningServer.run { router in
            router.on(.get, "/file") { _ in HTTPResponse(body: .file(length: 6, pieces)) }
        } _: { running in
            let answer = try await running.client().stream(WebRequest("GET", running.url("/file")))
            #expect(answer.headers["Content-Length"] == "6")
            async let stop: Void = running.server.stop(grace: waits ? .seconds(600) : .milliseconds(1))
            if waits {
                continuation.yield([4, 5, 6])
                continuation.finish()
            }
            let whole = Task {
                var bytes: [UInt8] = []
                for try await piece in answer.body { bytes += piece }
                return bytes
            }
            if waits {
                #expect(try await whole.value == [1, 2, 3, 4, 5, 6])
            } else {
                await #expect(throws: WebError.self) { try await whole.value }
            }
            await stop
        }
    }

    @Test func `a file of which pieces are missing is cut`() async throws {
        let (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        continuation.yield([1, 2, 3])
        continuation.finish()
        try await RunningServer.run { router in
            router.on(.get, "/file") { _ in HTTPResponse(body: .file(length: 6, pieces)) }
        } _: { running in
            await #expect(throws: WebError.self) { try await running.get("/file") }
        }
    }

    @Test func `a running request is answered before the server ends`() async throws {
        let begun = Gate()
        let gate = Gate()
        try await RunningServer.run { router in
            router.on(.get, "/slow") { _ in
                begun.open()
                await gate.wait()
                return .text("done")
            }
        } _: { running in
            async let answer = running.get("/slow")
            await begun.wait()
            async let stop: Void = running.server.stop(grace: .seconds(60))
            gate.open()
            let text = try await answer.text
            #expect(text == "done")
            await stop
        }
    }

    /// What it was to change, it may still do.
    @Test(arguments: [HTTPMethod.get, .post])
    func `a handler that does not end is answered for and left behind`(method: HTTPMethod) async throws {
        let begun = Gate()
        let gate = Gate()
        defer { gate.open() }
        try await RunningServer.run { router in
            router.on(method, "/stuck") { _ in
                begun.open()
                // A task of its own is not cancelled with this one.
                await Task { await gate.wait() }.value
                return .text("too late")
            }
        } _: { running in
            let request = Task {
                try await running.client().send(WebRequest(method.rawValue, running.url("/stuck")))
            }
            await begun.wait()
            await running.server.stop(grace: .zero)
            // The 503 or the end of the connection, whichever is first.
            switch await request.result {
            case .success(let answer):
                #expect(answer.status == 503)
                #expect(answer.text.contains(#""code":"stopping""#))
                #expect(answer.text.contains("It is not known whether this was done") == (method == .post))
                #expect(answer.text.contains("try again later") == (method == .get))
            case .failure(let error): #expect((error as? WebError)?.code == .disconnected)
            }
        }
    }

    @Test(arguments: [Duration.zero, .seconds(5)])
    func `stopping is safe while requests and streams come in`(grace: Duration) async throws {
        for _ in 0..<10 {
            let served = Hub()
            try await RunningServer.run { router in
                router.on(.get, "/") { _ in
                    _ = served.subscribe()
                    await Task.yield()
                    return .text("x")
                }
                router.on(.get, "/events") { _ in
                    let stream = served.subscribe()
                    served.send([1])
                    return .events(stream)
                }
            } _: { running in
                let clients = (0..<20).map { number in
                    Task {
                        let target = number.isMultiple(of: 2) ? "/" : "/events"
                        let way = number.isMultiple(of: 3) ? Way.loopback : .unixSocket
                        // Until the server refuses.
                        while (try? await running.get(target, way)) != nil {}
                    }
                }
                await served.wait(for: 40)
                await running.server.stop(grace: grace)
                for client in clients { await client.value }
            }
        }
    }

    @Test func `stopping twice, at once or later, is stopping once`() async throws {
        try await RunningServer.run {
            $0.on(.get, "/") { _ in .text("") }
        } _: { running in
            async let first: Void = running.server.stop()
            async let second: Void = running.server.stop()
            await first
            await second
            await running.server.stop()
        }
    }
}
