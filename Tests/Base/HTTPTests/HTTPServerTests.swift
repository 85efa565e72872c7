import Glibc
import HTTPClient
import HTTPMessages
import HTTPServer
import Testing
import UnixSystem

typealias Way = RunningServer.Way

@Suite(.timeLimit(.minutes(10)))
struct `Requests and responses` {
    @Test(arguments: Way.allCases)
    func `a route's variables and the query arrive decoded`(way: Way) async throws {
        try await RunningServer.run { router in
            router.on(.get, "/v1/batches/{name}/tags/{tag}") { request in
                let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
                return .text("\(request.parameter("name"))|\(request.parameter("tag"))|\(query)")
            }
        } _: { running in
            let answer = try await running.get("/v1/batches/a%2Fb/tags/%C3%A9?x=1%2B1&y=a+b&z&=", way)
            #expect(answer.status == 200)
            #expect(answer.text == "a/b|é|x=1+1,y=a b,z=,=")
            #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
        }
    }

    @Test func `headers are found whatever their case, and keep their order`() async throws {
        try await RunningServer.run { router in
            router.on(.get, "/") { request in
                .text("\(request.headers["x-ONE"] ?? "-") \(request.headers["X-Two"] ?? "-")")
            }
        } _: { running in
            let request = WebRequest("GET", running.url("/"), headers: ["X-One": "1", "x-two": ""])
            let answer = try await running.client().send(request)
            #expect(answer.text == "1 ")
        }
    }

    @Test(arguments: Way.allCases)
    func `a body comes back as it was sent`(way: Way) async throws {
        let body = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        try await RunningServer.run { router in
            router.on(.put, "/echo") { HTTPResponse(body: .bytes($0.body)) }
        } _: { running in
            for part in [[], [0], body] {
                let answer = try await running.client(way).send(
                    WebRequest("PUT", running.url("/echo"), body: Array(part)))
                #expect(answer.status == 200)
                #expect(answer.body == Array(part))
            }
        }
    }

    @Test func `HEAD gets the headers of GET and no body`() async throws {
        try await RunningServer.run { router in
            router.on(.get, "/text") { _ in .text("five!") }
            router.on(.get, "/events") { _ in .events(AsyncStream { $0.yield(ServerSentEvent.keepAlive) }) }
        } _: { running in
            let answer = try await running.client().send(WebRequest("HEAD", running.url("/text")))
            #expect(answer.status == 200)
            #expect(answer.headers["Content-Length"] == "5")
            #expect(answer.body == [])
            let events = try await running.client().send(WebRequest("HEAD", running.url("/events")))
            #expect(events.headers["Content-Type"] == "text/event-stream")
            #expect(events.body == [])
        }
    }

    @Test func `an address that nothing has is a 404 problem`() async throws {
        try await RunningServer.run { router in
            router.on(.get, "/v1/tags/{tag}") { _ in .text("") }
        } _: { running in
            for target in ["/", "/v1/tags", "/v1/tags/", "/v1/tags/a/b", "/V1/tags/a"] {
                let answer = try await running.get(target)
                #expect(answer.status == 404)
                #expect(answer.headers["Content-Type"] == "application/problem+json")
                #expect(
                    answer.text == """
                        {"type":"about:blank","title":"Not found","detail":"nothing has this address",\
                        "code":"not-found","next":"check the path","status":404}
                        """)
            }
        }
    }

    @Test func `a method that is not possible is a 405 problem that names the possible ones`() async throws {
        try await RunningServer.run { router in
            router.on(.get, "/x") { _ in .text("") }
            router.on(.put, "/x") { _ in .text("") }
        } _: { running in
            let answer = try await running.client().send(WebRequest("DELETE", running.url("/x")))
            #expect(answer.status == 405)
            #expect(answer.headers["Allow"] == "GET, HEAD, PUT")
        }
    }

    @Test func `a thrown problem is the answer, any other error is told to the log alone`() async throws {
        struct Secret: Error { let password = "hunter2" }
        try await RunningServer.run { router in
            router.on(.get, "/problem") { _ in
                throw Problem(status: 409, title: "No", detail: "a \"quoted\"\nline\u{1}", code: "busy")
            }
            router.on(.get, "/secret") { _ in throw Secret() }
        } _: { running in
            let problem = try await running.get("/problem")
            #expect(problem.status == 409)
            #expect(
                problem.text == """
                    {"type":"about:blank","title":"No","detail":"a \\"quoted\\"\\nline\\u0001",\
                    "code":"busy","status":409}
                    """)
            #expect(running.failures.texts == [])
            let secret = try await running.get("/secret")
            #expect(secret.status == 500)
            #expect(!secret.text.contains("hunter2"))
            #expect(running.failures.texts == ["Secret(password: \"hunter2\")"])
        }
    }

    @Test func `a header that cannot be sent is a 500 and not a split response`() async throws {
        try await RunningServer.run { router in
            router.on(.get, "/") { _ in HTTPResponse(headers: ["X": "a\r\nSet-Cookie: b"]) }
        } _: { running in
            let answer = try await running.get("/")
            #expect(answer.status == 500)
            #expect(answer.headers["Set-Cookie"] == nil)
            #expect(running.failures.texts.count == 1)
        }
    }

    @Test(arguments: Way.allCases)
    func `a body over the limit of its route is a 413 problem`(way: Way) async throws {
        try await RunningServer.run { router in
            router.on(.put, "/small", body: .whole(limit: 10)) { .text("\($0.body.count)") }
            router.on(.put, "/usual") { .text("\($0.body.count)") }
        } _: { running in
            for (target, size, status) in [
                ("/small", 10, 200), ("/small", 11, 413), ("/small", 900_000, 413), ("/usual", 900_000, 200),
                // Over a million bytes libcurl sends "Expect: 100-continue" and waits for the answer.
                ("/small", 2_000_000, 413), ("/usual", 17 << 20, 413), ("/nowhere", 900_000, 404),
            ] {
                let body = [UInt8](repeating: 7, count: size)
                let answer = try await running.client(way).send(
                    WebRequest("PUT", running.url(target), body: body))
                #expect(answer.status == status, "\(target) \(size)")
            }
        }
    }

    @Test func `a handler knows who asks on a Unix socket and nobody on TCP`() async throws {
        try await RunningServer.run { router in
            router.on(.get, "/") { .text("\($0.peer.map { "\($0.processIdentifier)" } ?? "nobody")") }
        } _: { running in
            let number = try await running.get("/", .unixSocket).text
            #expect(Int32(number) == getpid())
            let nobody = try await running.get("/", .loopback)
            #expect(nobody.text == "nobody")
        }
    }

    @Test func `a slow handler does not hold up others`() async throws {
        let gate = Gate()
        try await RunningServer.run { router in
            router.on(.get, "/slow") { _ in
                await gate.wait()
                return .text("slow")
            }
            router.on(.get, "/fast") { _ in .text("fast") }
        } _: { running in
            async let slow = (0..<20).asyncMap { _ in try await running.get("/slow").text }
            for _ in 0..<20 {
                let fast = try await running.get("/fast")
                #expect(fast.text == "fast")
            }
            gate.open()
            let slowTexts = try await slow
            #expect(slowTexts == Array(repeating: "slow", count: 20))
        }
    }

    @Test(arguments: Way.allCases)
    func `two hundred requests at once are all answered`(way: Way) async throws {
        try await RunningServer.run { router in
            router.on(.get, "/{number}") { request in
                await Task.yield()
                return .text(request.parameter("number"))
            }
        } _: { running in
            let answers = try await (0..<200).asyncMap { try await running.get("/\($0)", way).text }
            #expect(answers == (0..<200).map { "\($0)" })
        }
    }

    @Test func `a second start at the same path says that somebody listens`() async throws {
        try await RunningServer.run {
            $0.on(.get, "/") { _ in .text("first") }
        } _: { running in
            let second = WebServer(router: HTTPRouter())
            await #expect(throws: (any Error).self) {
                try await second.start(at: [.loopback(port: 0), .unixSocket(path: running.path, mode: 0o600)])
            }
            await second.stop()
            let answer = try await running.get("/")
            #expect(answer.text == "first")
        }
    }
}
