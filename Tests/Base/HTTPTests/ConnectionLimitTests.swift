import HTTPServer
import Testing
import UnixSystem

/// One client cannot keep all others out.
@Suite(.timeLimit(.minutes(10)))
struct `Beyond its share of connections` {
    @Test(arguments: RunningServer.Way.allCases)
    func `a client's oldest connection that waits gives way`(way: RunningServer.Way) async throws {
        try await RunningServer.run(connectionsPerPeer: 2) { router in
            router.on(.get, "/{name}") { .text($0.parameter("name")) }
        } _: { running in
            try await onThread {
                let silent = try running.connect(way)
                let half = try running.connect(way)
                try half.write("GET /half HTTP/1.1\r\n".utf8)
                let third = try running.connect(way)
                try third.write("GET /third HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
                #expect(try third.readAll(13) == Array("HTTP/1.1 200 ".utf8))
                #expect(try silent.read(upTo: 1, until: .now + .seconds(60)) == [])
                try half.write("Host: x\r\n\r\n".utf8)
                #expect(try half.readAll(13) == Array("HTTP/1.1 200 ".utf8))
            }
        }
    }

    @Test func `a client whose connections are all busy is answered with 503, until one is free`() async throws {
        let begun = Gate()
        let gate = Gate()
        try await RunningServer.run(connectionsPerPeer: 1) { router in
            router.on(.get, "/slow") { _ in
                begun.open()
                await gate.wait()
                return .text("slow")
            }
            router.on(.get, "/{name}") { .text($0.parameter("name")) }
        } _: { running in
            async let slow = running.exchange("GET /slow HTTP/1.0\r\n\r\n")
            await begun.wait()
            let refused = try await running.exchange("GET /second HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.contains("\"busy\""), "\(refused)")
            // Another peer, as far as connections are counted: the port has its own.
            let other = try await running.get("/other", .loopback)
            #expect(other.text == "other")
            gate.open()
            let text = try await slow
            #expect(text.hasSuffix("slow"))
            let third = try await running.exchange("GET /third HTTP/1.0\r\n\r\n")
            #expect(third.hasSuffix("third"), "\(third)")
        }
    }
}
