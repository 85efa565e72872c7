import Faults
import Glibc
import HTTPClient
import HTTPMessages
import HTTPServer
import TestBench
import Testing
import UnixSystem

@Suite(.timeLimit(.minutes(10)))
struct `The client` {
    @Test func `a missing socket is told in three parts`() async throws {
        let error = await #expect(throws: WebError.self) {
            try await WebClient(.unixSocket("/nowhere/s")).send(WebRequest("GET", "http://x/secret?token=1"))
        }
        #expect(error?.code == .noSocket)
        #expect(error?.message == "cannot reach /nowhere/s")
        #expect(error?.reason == "no socket at /nowhere/s")
        #expect(error?.next == "start the program that listens there")
    }

    @Test func `a port that nobody listens at is told without the path`() async throws {
        let port = try ReservedPort()
        let error = await #expect(throws: WebError.self) {
            try await WebClient().send(WebRequest("GET", "http://me:pw@127.0.0.1:\(port.number)/secret?token=1"))
        }
        #expect(error?.code == .refused)
        #expect(error?.message == "cannot reach http://127.0.0.1:\(port.number)")
        #expect(error?.reason == "nothing listens there")
    }

    @Test(arguments: [
        "ftp://127.0.0.1/x", "file:///etc/passwd", "", "http://", "http://127.0.0.1:99999/", "nonsense://x",
    ])
    func `an address that is none is refused`(url: String) async throws {
        let error = await #expect(throws: WebError.self) {
            try await WebClient().send(WebRequest("GET", url))
        }
        #expect(error?.code == .badAddress)
    }

    @Test func `a header with a line break is refused`() async throws {
        let request = WebRequest("GET", "http://127.0.0.1/", headers: ["X": "a\r\nHost: evil"])
        let error = await #expect(throws: WebError.self) { try await WebClient().send(request) }
        #expect(error?.reason == "a header holds a line break")
    }

    @Test func `no answer in time is told as such, and the handler learns of it`() async throws {
        let cancelled = Gate()
        try await RunningServer.run { router in
            router.on(.get, "/") { _ in
                await Gate().wait()
                cancelled.open()
                return .text("")
            }
        } _: { running in
            var client = running.client()
            client.timeout = .seconds(2)
            let hasty = client
            let error = await #expect(throws: WebError.self) {
                try await hasty.send(WebRequest("GET", running.url("/")))
            }
            #expect(error?.code == .timedOut)
            await cancelled.wait()
        }
    }

    @Test func `an answer over the limit is refused, one at the limit is taken`() async throws {
        try await RunningServer.run { router in
            router.on(.get, "/") { _ in .text(String(repeating: "x", count: 100_000)) }
        } _: { running in
            let request = WebRequest("GET", running.url("/"))
            let answer = try await running.client().send(request, limit: 100_000)
            #expect(answer.body.count == 100_000)
            let error = await #expect(throws: WebError.self) {
                try await running.client().send(request, limit: 99_999)
            }
            #expect(error?.code == .tooLarge)
            #expect(error?.reason == "it is longer than 99999 bytes")
        }
    }

    @Test func `a redirect is an answer unless it is asked to be followed`() async throws {
        try await RunningServer.run { router in
            router.on(.get, "/old") { _ in HTTPResponse(status: 302, headers: ["Location": "/new"]) }
            router.on(.get, "/new") { _ in .text("new") }
            router.on(.get, "/loop") { _ in HTTPResponse(status: 302, headers: ["Location": "/loop"]) }
        } _: { running in
            let plain = try await running.get("/old")
            #expect(plain.status == 302)
            #expect(plain.headers["location"] == "/new")
            var client = running.client()
            client.redirectLimit = 3
            let follower = client
            let followed = try await follower.send(WebRequest("GET", running.url("/old")))
            #expect(followed.status == 200)
            #expect(followed.text == "new")
            let error = await #expect(throws: WebError.self) {
                try await follower.send(WebRequest("GET", running.url("/loop")))
            }
            #expect(error?.code == .tooManyRedirects)
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfive!", WebError.Code.disconnected),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfive!\r\n", .disconnected),
        ("", .disconnected),
        ("hello\r\n\r\n", .malformedResponse),
    ])
    func `an answer that breaks off or is none is an error`(answer: String, code: WebError.Code) async throws {
        let error = try await failure(of: answer)
        #expect(error?.code == code)
    }

    @Test func `interim answers are passed over`() async throws {
        let answer =
            "HTTP/1.1 103 Early Hints\r\nX: early\r\n\r\nHTTP/1.1 200 OK\r\nX:  late \r\nContent-Length: 1\r\n\r\ny"
        let response = try await response(to: answer)
        #expect(response.status == 200)
        #expect(
            response.headers.fields == [
                .init(name: "X", value: "late"), .init(name: "Content-Length", value: "1"),
            ])
        #expect(response.text == "y")
    }

    @Test(arguments: [
        (["a\n", "b\r\n", "\n", "c"], ["a", "b", "", "c"]),
        (["a", "b\n"], ["ab"]),
        (["x\r", "\ny"], ["x", "y"]),
        (["\u{C3A9}\n"], ["\u{C3A9}"]),
        ([], []),
    ])
    func `lines are put together from parts`(parts: [String], lines: [String]) async throws {
        try await RunningServer.run { router in
            router.on(.get, "/") { _ in
                .jsonLines(
                    AsyncStream { continuation in
                        for part in parts { continuation.yield(Array(part.utf8)) }
                        continuation.finish()
                    })
            }
        } _: { running in
            let answer = try await running.client().stream(WebRequest("GET", running.url("/")))
            var got: [String] = []
            for try await line in answer.body.lines() { got.append(line) }
            #expect(got == lines)
        }
    }

    @Test func `a line without end is refused`() async throws {
        try await RunningServer.run { router in
            router.on(.get, "/") { _ in .text(String(repeating: "x", count: 1_000)) }
        } _: { running in
            let answer = try await running.client().stream(WebRequest("GET", running.url("/")))
            let error = await #expect(throws: WebError.self) {
                for try await _ in answer.body.lines(limit: 999) {}
            }
            #expect(error?.code == .tooLarge)
        }
    }

    private func failure(of answer: String) async throws -> WebError? {
        do {
            _ = try await response(to: answer)
            return nil
        } catch let error as WebError {
            return error
        }
    }

    /// What the client makes of these bytes from a server that then closes.
    private func response(to answer: String) async throws -> WebResponse {
        let (ports, continuation) = AsyncStream.makeStream(of: UInt16.self)
        async let served: Void = onThread {
            let listener = try TCPListener.listen(address: "127.0.0.1", port: 0)
            continuation.yield(listener.port)
            _ = try listener.descriptor.poll(.input)
            let client = FileDescriptor(owning: accept(listener.descriptor.rawValue, nil, nil))
            _ = try client.read(upTo: 4_096)
            try client.write(answer.utf8)
        }
        var iterator = ports.makeAsyncIterator()
        let port = try #require(await iterator.next())
        let result: Result<WebResponse, any Error>
        do {
            result = .success(try await WebClient().send(WebRequest("GET", "http://127.0.0.1:\(port)/")))
        } catch {
            result = .failure(error)
        }
        try await served
        return try result.get()
    }
}
