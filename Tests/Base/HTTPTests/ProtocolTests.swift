import Faults
import Glibc
import HTTPServer
import Testing
import UnixSystem

/// Bytes on the wire, written and read without our client.
@Suite(.timeLimit(.minutes(10)))
struct `The protocol` {
    private static func routes(_ router: inout HTTPRouter) {
        router.on(.get, "/{name}") { .text($0.parameter("name")) }
        router.on(.put, "/", body: .whole(limit: 100)) { .text("\($0.body.count)") }
    }

    @Test(arguments: [
        // Who does not say that it speaks HTTP/1 gets no answer.
        ("\u{16}\u{3}\u{1}\u{2}\r\n\r\n", ""),
        ("GET\r\n\r\n", ""),
        ("GET /a\r\nHost: x\r\n\r\n", "HTTP/1.1 400 "),
        ("GET /a HTTP/9.9\r\nHost: x\r\n\r\n", "HTTP/1.1 505 "),
        ("GET /a HTTP/1.1\r\n\r\n", "HTTP/1.1 400 "),
        ("GET nowhere HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 400 "),
        ("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 400 "),
        ("GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 400 "),
        ("GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 400 "),
        (
            "GET /a HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "y", count: 60_000))\r\n\r\n",
            "HTTP/1.1 431 "
        ),
        ("GET /\(String(repeating: "y", count: 60_000)) HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 414 "),
        ("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 400 "),
        ("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", "HTTP/1.1 413 "),
        ("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "HTTP/1.1 400 "),
        (
            "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            "HTTP/1.1 200 "
        ),
        ("GET http://other/a?b HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 200 "),
        ("GET /a HTTP/1.0\r\n\r\n", "HTTP/1.1 200 "),
    ])
    func `what is malformed gets a status, and the next client gets an answer`(
        bytes: String, beginning: String
    ) async throws {
        try await RunningServer.run(routes: Self.routes) { running in
            let answer = try await running.exchange(bytes)
            #expect(
                answer.hasPrefix(beginning) && answer.isEmpty == beginning.isEmpty, "\(answer.prefix(300))")
            let next = try await running.get("/next")
            #expect(next.text == "next")
        }
    }

    @Test func `requests in one write are answered one after the other on one connection`() async throws {
        try await RunningServer.run(routes: Self.routes) { running in
            let requests = ["one", "two", "three"].map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined()
            let last = "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbodyGET /four HTTP/1.0\r\n\r\n"
            let answer = try await running.exchange(requests + last)
            let bodies = answer.split(separator: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "\r\n" } }
            #expect(
                bodies.map { String($0.split(separator: "HTTP/1")[0]) } == [
                    "one", "two", "three", "4", "four",
                ])
        }
    }

    @Test func `a chunked body over the limit is a 413 and one without end is cut`() async throws {
        try await RunningServer.run(routes: Self.routes) { running in
            let head = "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
            let long = try await running.exchange(head + chunk + "0\r\n\r\n")
            #expect(long.hasPrefix("HTTP/1.1 413 "))
            let connection = try await onThread {
                let connection = try UnixConnection.connect(to: running.path)
                try connection.write(head.utf8)
                // It never ends, so it must be ended.
                let error = #expect(throws: SystemError.self) {
                    while true { try connection.write(chunk.utf8) }
                }
                return error?.code
            }
            #expect(connection == .closed)
        }
    }

    @Test(arguments: RunningServer.Way.allCases)
    func `a client that sends all of a refused body before it reads still gets its answer`(
        way: RunningServer.Way
    ) async throws {
        try await RunningServer.run(routes: Self.routes) { running in
            let size = 20 << 20
            let answer = try await onThread {
                let connection = try running.connect(way)
                try connection.write("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n".utf8)
                let part = [UInt8](repeating: 1, count: 1 << 20)
                for _ in 0..<(size / part.count) { try connection.write(part) }
                return String(decoding: try connection.readAll(13), as: UTF8.self)
            }
            #expect(answer == "HTTP/1.1 413 ")
        }
    }

    @Test func `a Unix client that has sent all and closes its sending side still gets its answer`()
        async throws
    {
        let begun = Gate()
        let gate = Gate()
        try await RunningServer.run { router in
            router.on(.get, "/") { _ in
                begun.open()
                await gate.wait()
                return .text(Task.isCancelled ? "cancelled" : "whole")
            }
        } _: { running in
            async let answer = running.exchange("GET / HTTP/1.0\r\n\r\n")
            await begun.wait()
            gate.open()
            let text = try await answer
            #expect(text.hasSuffix("\r\n\r\nwhole"))
        }
    }

    @Test func `a connection that stays silent is closed`() async throws {
        try await RunningServer.run(idleSeconds: 1, routes: Self.routes) { running in
            let answer = try await running.exchange("GET /half HTT", isLast: false)
            #expect(!answer.contains("200"))
        }
    }

    @Test func `a header that trickles in is cut off, though the connection is never silent`() async throws {
        try await RunningServer.run(idleSeconds: 2, routes: Self.routes) { running in
            let answer = try await onThread { [path = running.path] in
                let connection = try UnixConnection.connect(to: path)
                try connection.write("GET /half HTTP/1.1\r\nX: ".utf8)
                while true {
                    do {
                        return try connection.read(upTo: 100, until: .now + .milliseconds(100))
                    } catch let error as SystemError where error.code == .timedOut {
                        // The server may close between the two.
                        try? connection.write("y".utf8)
                    }
                }
            }
            #expect(answer == [])
            let next = try await running.get("/next")
            #expect(next.text == "next")
        }
    }

    @Test func `over the connection limit a client waits until another is done`() async throws {
        try await RunningServer.run(connectionLimit: 2, routes: Self.routes) { running in
            let text = try await onThread {
                let first = try UnixConnection.connect(to: running.path)
                let second = try UnixConnection.connect(to: running.path)
                for connection in [0, 1] {
                    // Both are accepted when both have an answer.
                    let request = "GET /\(connection) HTTP/1.1\r\nHost: x\r\n\r\n".utf8
                    if connection == 0 { try first.write(request) } else { try second.write(request) }
                    _ = connection == 0 ? try first.readAll(1) : try second.readAll(1)
                }
                let third = try UnixConnection.connect(to: running.path)
                try third.write("GET /third HTTP/1.0\r\n\r\n".utf8)
                first.shut()
                var answer: [UInt8] = []
                while true {
                    let part = try third.read(upTo: 4_096)
                    if part.isEmpty { return String(decoding: answer, as: UTF8.self) }
                    answer += part
                }
            }
            #expect(text.hasSuffix("third"))
        }
    }
}
