import Glibc
import HTTPClient
import HTTPServer
import Synchronization
import TestBench
import Testing
import UnixSystem

/// Bodies that handlers get whole wait on the disk, and enter memory a few at a time.
@Suite(.timeLimit(.minutes(10)))
struct `Long bodies` {
    /// Longer than what is kept in memory, and no multiple of anything.
    private static let long = [UInt8](unsafeUninitializedCapacity: 9_000_001) { buffer, count in
        for index in 0..<9_000_001 { buffer[index] = UInt8(truncatingIfNeeded: index &* 2_654_435_761 >> 7) }
        count = 9_000_001
    }

    private static func limits(
        in folder: String, memory: Int = 64 << 20, disk: Int = 1 << 30, handled: Int = 128 << 20
    ) -> WebServer.BodyLimits {
        var limits = WebServer.BodyLimits()
        (limits.folder, limits.memory, limits.disk, limits.handled) = (folder, memory, disk, handled)
        return limits
    }

    @Test(arguments: [(64 << 20, 9_000_001), (0, 9_000_001), (0, 1), (1_000, 900), (1_000, 100_000)])
    func `arrive as they were sent, and leave no file`(memory: Int, count: Int) async throws {
        let folder = try TemporaryFolder()
        let body = Array(Self.long.prefix(count))
        try await RunningServer.run(bodies: Self.limits(in: folder.path, memory: memory)) { router in
            router.on(.post, "/") { request in
                // Other tests of this process have files of their own.
                let names = Folder.names(in: folder.path)
                return .text(request.body == body && names.isEmpty ? "same" : "other \(request.body.count) \(names)")
            }
        } _: { running in
            // Twice: what the first one took is free again.
            for _ in 0..<2 {
                let answer = try await running.client().send(WebRequest("POST", running.url("/"), body: body))
                #expect(answer.text == "same")
            }
        }
    }

    @Test func `beyond the space on the disk are answered with 503, and the space is free afterwards`() async throws {
        let folder = try TemporaryFolder()
        let body = Self.long
        let limits = Self.limits(in: folder.path, disk: body.count + 1)
        try await RunningServer.run(bodies: limits) { router in
            router.on(.post, "/") { .text("\($0.body.count)") }
        } _: { running in
            let first = try running.connect(.loopback)
            let sent = try await onThread {
                try first.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
                try first.write(body.dropLast())
                return true
            }
            #expect(sent)
            // The first one's bytes may still be on their way.
            var refused = try await running.client().send(WebRequest("POST", running.url("/"), body: body))
            while refused.status == 200 {
                refused = try await running.client().send(WebRequest("POST", running.url("/"), body: body))
            }
            #expect(refused.status == 503 && refused.text.contains(#""code":"busy""#), "\(refused.text)")
            let text = try await onThread {
                try first.write(body.suffix(1))
                return String(decoding: try first.readAll(12), as: UTF8.self)
            }
            #expect(text == "HTTP/1.1 200")
            let last = try await running.client().send(WebRequest("POST", running.url("/"), body: body))
            #expect(last.text == "\(body.count)")
        }
    }

    @Test func `on a disk that takes nothing are answered with 503, and the log says why`() async throws {
        let body = Self.long
        try await RunningServer.run(bodies: Self.limits(in: "/nowhere")) { router in
            router.on(.post, "/") { .text("\($0.body.count)") }
        } _: { running in
            let refused = try await running.client().send(WebRequest("POST", running.url("/"), body: body))
            #expect(refused.status == 503, "\(refused.text)")
            let failures = running.failures.texts
            #expect(failures.contains { $0.contains("/nowhere") }, "\(failures)")
            let short = try await running.client().send(WebRequest("POST", running.url("/"), body: Array("ab".utf8)))
            #expect(short.text == "2")
        }
    }

    @Test func `are with their handlers one after the other, and a client that leaves gives its turn up`() async throws
    {
        let folder = try TemporaryFolder()
        let body = Self.long
        let present = Mutex((now: 0, most: 0))
        let begun = Gate()
        let gate = Gate()
        try await RunningServer.run(bodies: Self.limits(in: folder.path, handled: body.count)) { router in
            router.on(.post, "/{name}") { request in
                present.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                begun.open()
                await gate.wait()
                present.withLock { $0.now -= 1 }
                return .text(request.parameter("name"))
            }
        } _: { running in
            async let first = running.client().send(WebRequest("POST", running.url("/first"), body: body))
            await begun.wait()
            let leaving = try running.connect(.unixSocket)
            try await onThread {
                defer { leaving.shut() }
                try leaving.write("POST /leaving HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
                try leaving.write(body)
            }
            async let others = (0..<4).asyncMap { number in
                try await running.client().send(WebRequest("POST", running.url("/\(number)"), body: body)).text
            }
            gate.open()
            let names = try await (first.text, others)
            #expect(names.0 == "first" && names.1 == ["0", "1", "2", "3"])
            #expect(present.withLock(\.most) == 1)
        }
    }
}
