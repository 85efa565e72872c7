import Foundation
import HTTPMessages
import HTTPServer
import Testing

/// Requests that two readers would read differently: each is refused, and nothing after it is taken for another request.
@Suite(.timeLimit(.minutes(10)))
struct `A request whose end is not clear` {
    private static let body = "abc"
    private static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(arguments: [
        "Host: x\r\nContent-Length: 3\r\nContent-Length: 3",
        "Host: x\r\nContent-Length: 0\r\nContent-Length: 3",
        "Host: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked",
        "Host: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3",
        "Host: x\r\nTransfer-Encoding: gzip, chunked",
        "Host: x\r\nTransfer-Encoding: identity",
        "Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Host: x\r\nContent-Length: +3",
        "Host: x\r\nContent-Length: 3, 3",
        "Host: x\r\nContent-Length: 0x3",
        "Host: x\r\nContent-Length: ",
        "Host: x\r\nHost: y\r\nContent-Length: 3",
        "Host: x\r\nX\u{0}: a\r\nContent-Length: 3",
        "Host: x\r\nX: a\rb\r\nContent-Length: 3",
        "Host: x\r\nX: a\u{7F}\r\nContent-Length: 3",
        // libmicrohttpd takes a line feed alone for the end of a line: the length behind it is one of two.
        "Host: x\r\nX: a\nContent-Length: 0\r\nContent-Length: 3",
        "Host: x\r\nX: a\nTransfer-Encoding: chunked\r\nContent-Length: 3",
    ])
    func `is refused, and its connection is closed`(header: String) async throws {
        try await RunningServer.run { router in
            router.on(.get, "/{name}") { .text($0.parameter("name")) }
            router.on(.put, "/", body: .whole(limit: 100)) { .text("\($0.body.count)") }
        } _: { running in
            let answer = try await running.exchange("PUT / HTTP/1.1\r\n\(header)\r\n\r\n\(Self.body)\(Self.smuggled)")
            let isRefused =
                answer.hasPrefix("HTTP/1.1 400 ") && !answer.contains("HTTP/1.1 2") && !answer.contains("smuggled")
            #expect(isRefused, "\(answer.debugDescription)")
            let next = try await running.get("/next")
            #expect(next.text == "next")
        }
    }

    /// libmicrohttpd 0.9.75 ends a value at NUL and hides the rest from us, which is then read by nothing.
    @Test func `what follows NUL in a header's value is read by nothing`() async throws {
        try await RunningServer.run { router in
            router.on(.put, "/", body: .whole(limit: 100)) { .text("\($0.body.count) \($0.headers["X"] ?? "")") }
        } _: { running in
            let header = "Host: x\r\nX: a\u{0}\nContent-Length: 0\r\nContent-Length: 3\r\nConnection: close"
            let answer = try await running.exchange("PUT / HTTP/1.1\r\n\(header)\r\n\r\nabc")
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer.debugDescription)")
            let value = header.replacingOccurrences(of: "\nContent-Length: 0\r\n", with: "Content-Length: 0\r\n")
            let cut = try await running.exchange("PUT / HTTP/1.1\r\n\(value)\r\n\r\nabc")
            #expect(cut.hasPrefix("HTTP/1.1 200 ") && cut.hasSuffix("\r\n\r\n3 a"), "\(cut.debugDescription)")
        }
    }

    @Test func `a chunk's extension has a limit`() async throws {
        try await RunningServer.run { router in
            router.on(.get, "/{name}") { .text($0.parameter("name")) }
            router.on(.put, "/", body: .whole(limit: 100)) { .text("\($0.body.count)") }
        } _: { running in
            let head = "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            let short = try await running.exchange(head + "3;a=b\r\nabc\r\n0\r\n\r\n")
            #expect(short.hasPrefix("HTTP/1.1 200 ") && short.hasSuffix("\r\n\r\n3"), "\(short)")
            let extent = String(repeating: "x", count: 100_000)
            let long = try await running.exchange(head + "3;a=\(extent)\r\nabc\r\n0\r\n\r\n\(Self.smuggled)")
            #expect(!long.contains(" 200 ") && !long.contains("smuggled"), "\(long.prefix(300))")
        }
    }
}
