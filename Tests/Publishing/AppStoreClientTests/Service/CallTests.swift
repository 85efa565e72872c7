import AppStoreConnect
import Faults
import Foundation
import HTTPClient
import HTTPMessages
import Testing

@testable import AppStoreClient

@Suite struct `A call to App Store Connect` {
    private let clock = TestClock()

    private func token(of request: WebRequest) throws -> (text: String, claims: [String: Any]) {
        let text = String(try #require(request.headers["Authorization"]).dropFirst("Bearer ".count))
        var part = text.split(separator: ".")[1].replacing("-", with: "+").replacing("_", with: "/")
        part += String(repeating: "=", count: (4 - part.count % 4) % 4)
        let data = try #require(Data(base64Encoded: String(part)))
        return (text, try #require(JSONSerialization.jsonObject(with: data) as? [String: Any]))
    }

    @Test func `carries a token of at most 20 minutes, and a new one before it ends`() async throws {
        let transport = ScriptedTransport([])
        let service = try ConnectService.scripted(transport, clock)
        for _ in 0..<20 {
            _ = try await service.experiences(ofClip: "c")
            clock.advance(120)
        }
        let tokens = try transport.requests.map { try token(of: $0) }
        #expect(Set(tokens.map(\.text)).count == 3)
        for (number, token) in tokens.enumerated() {
            let start = try #require(token.claims["iat"] as? Int)
            let end = try #require(token.claims["exp"] as? Int)
            #expect(end - start <= 1_200)
            let now = 1_760_000_000 + 120 * number
            #expect((start...end - 60).contains(now))
            #expect(token.claims["iss"] as? String == TestKey.issuer)
            #expect(token.claims["aud"] as? String == "appstoreconnect-v1")
        }
    }

    @Test func `with a person's key names no issuer`() async throws {
        let transport = ScriptedTransport([])
        _ = try await ConnectService.scripted(transport, clock, issuer: nil).experiences(ofClip: "c")
        let claims = try token(of: try #require(transport.requests.first)).claims
        #expect(claims["sub"] as? String == "user")
        #expect(claims["iss"] == nil)
    }

    @Test func `is made again with a new token when the token is refused`() async throws {
        let transport = ScriptedTransport([.status(401)])
        _ = try await ConnectService.scripted(transport, clock).experiences(ofClip: "c")
        let tokens = try transport.requests.map { try token(of: $0).text }
        #expect(tokens.count == 2)
        #expect(tokens[0] != tokens[1])
    }

    @Test func `ends with its reason when every token is refused`() async throws {
        let refusal = #"{"errors": [{"code": "NOT_AUTHORIZED", "detail": "Provide a valid token"}]}"#
        let transport = ScriptedTransport(Array(repeating: .status(401, [:], refusal), count: 9))
        let service = try ConnectService.scripted(transport, clock)
        let error = await #expect(throws: ServiceError.self) { try await service.experiences(ofClip: "c") }
        #expect(error?.code == .notAuthorised)
        #expect(error?.reason == "NOT_AUTHORIZED: Provide a valid token")
        #expect(transport.requests.count == 4)
    }

    @Test(arguments: [
        ("FORBIDDEN_ERROR", "give the key the role Admin, App Manager or Marketing"),
        (
            "FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED",
            "have the Account Holder accept the agreements in App Store Connect, under Business; no role of a key can"
        ),
    ])
    func `names who can help when it is forbidden`(code: String, next: String) async throws {
        let refusal = #"{"errors": [{"code": "\#(code)", "detail": "no"}]}"#
        let service = try ConnectService.scripted(ScriptedTransport([.status(403, [:], refusal)]), clock)
        let error = await #expect(throws: ServiceError.self) { try await service.experiences(ofClip: "c") }
        #expect(error?.code == .notAuthorised && error?.endsTheRun == true)
        #expect(error?.reason == "\(code): no" && error?.next == next)
    }

    @Test func `waits as long as a 429 asks for`() async throws {
        let transport = ScriptedTransport([.status(429, ["Retry-After": "37"]), .status(429, ["Retry-After": "5"])])
        _ = try await ConnectService.scripted(transport, clock).experiences(ofClip: "c")
        #expect(clock.sleeps == [37, 5])
    }

    @Test func `waits longer each time when a 429 names no time`() async throws {
        let transport = ScriptedTransport([.status(429), .status(429), .status(429), .status(429), .status(429)])
        _ = try await ConnectService.scripted(transport, clock).experiences(ofClip: "c")
        #expect(clock.sleeps == [60, 120, 240, 480, 600])
    }

    @Test func `gives up when the rate limit lasts for hours`() async throws {
        let transport = ScriptedTransport(Array(repeating: .status(429, ["Retry-After": "3600"]), count: 9))
        let service = try ConnectService.scripted(transport, clock)
        let error = await #expect(throws: ServiceError.self) { try await service.experiences(ofClip: "c") }
        #expect(error?.code == .rateLimited)
        #expect(clock.sleeps == [3_600, 3_600, 3_600])
    }

    @Test func `waits before the next one when the hour's requests are used up`() async throws {
        let used: HTTPHeaders = ["x-rate-limit": "user-hour-lim:3500;user-hour-rem:0;something-new:7;"]
        let left: HTTPHeaders = ["X-Rate-Limit": "user-hour-lim:3500;user-hour-rem:1;"]
        let empty = #"{"data": []}"#
        let transport = ScriptedTransport([.status(200, left, empty), .status(200, used, empty)])
        let service = try ConnectService.scripted(transport, clock)
        _ = try await service.experiences(ofClip: "c")
        _ = try await service.experiences(ofClip: "c")
        #expect(clock.sleeps == [])
        _ = try await service.experiences(ofClip: "c")
        #expect(clock.sleeps == [60])
    }

    @Test(arguments: [ScriptedTransport.Answer.status(500), .status(503), .failure(.timedOut), .failure(.disconnected)])
    func `that only reads is repeated after a fault`(_ fault: ScriptedTransport.Answer) async throws {
        let transport = ScriptedTransport([fault, fault, fault])
        _ = try await ConnectService.scripted(transport, clock).experiences(ofClip: "c")
        #expect(transport.requests.count == 4)
        #expect(clock.sleeps == [0.25, 0.5, 1])
    }

    @Test(arguments: [ScriptedTransport.Answer.status(500), .status(503), .failure(.timedOut), .failure(.disconnected)])
    func `that creates is not repeated after a fault: it may have been carried out`(
        _ fault: ScriptedTransport.Answer
    ) async throws {
        let transport = ScriptedTransport([fault])
        let service = try ConnectService.scripted(transport, clock)
        let error = await #expect(throws: ServiceError.self) { try await service.send("POST", "/v1/x", body: ["a": 1]) }
        #expect(error?.code == .uncertain)
        #expect(transport.requests.count == 1)
    }

    @Test func `that creates is repeated when nobody was there`() async throws {
        let transport = ScriptedTransport([.failure(.refused), .failure(.hostNotFound)])
        try await ConnectService.scripted(transport, clock).send("POST", "/v1/x", body: ["a": 1])
        #expect(transport.requests.count == 3)
    }

    @Test func `gives up after six faults`() async throws {
        let transport = ScriptedTransport(Array(repeating: .status(502), count: 9))
        let service = try ConnectService.scripted(transport, clock)
        let error = await #expect(throws: ServiceError.self) { try await service.experiences(ofClip: "c") }
        #expect(error?.code == .unavailable)
        #expect(transport.requests.count == 6)
    }

    @Test func `says why it was refused, and where`() async throws {
        let refusal = """
            {"errors": [{"code": "ENTITY_ERROR", "detail": "Too long", "source": {"pointer": "/data/attributes/x"}}]}
            """
        let service = try ConnectService.scripted(ScriptedTransport([.status(409, [:], refusal)]), clock)
        let error = await #expect(throws: ServiceError.self) {
            try await service.send("PATCH", "/v1/x/1?y=z", body: [1])
        }
        #expect(error?.code == .refused)
        #expect(error?.message == "App Store Connect refuses PATCH /v1/x/1")
        #expect(error?.reason == "ENTITY_ERROR: Too long (/data/attributes/x)")
    }

    @Test func `never takes its token to another server`() async throws {
        let page = #"{"data": [], "links": {"next": "https://evil.example/v1/more"}}"#
        let transport = ScriptedTransport([.status(200, [:], page)])
        let service = try ConnectService.scripted(transport, clock)
        let error = await #expect(throws: ServiceError.self) { try await service.experiences(ofClip: "c") }
        #expect(error?.code == .badAddress)
        #expect(transport.requests.count == 1)
    }

    /// Its address is its permission: a refusal is about that file, and says nothing of the key.
    @Test(arguments: [400, 401, 403, 404, 410])
    func `that uploads is refused for itself, and gets no new token`(status: Int) async throws {
        let transport = ScriptedTransport([.status(status, [:], "<Error><Code>AccessDenied</Code></Error>")])
        let service = try ConnectService.scripted(transport, clock)
        let error = await #expect(throws: ServiceError.self) {
            try await service.upload(WebRequest("PUT", "https://uploads.example/1"))
        }
        #expect(error?.code == .refused && error?.endsTheRun == false)
        #expect(error?.reason == "status \(status)")
        #expect(transport.requests.map { $0.headers["Authorization"] } == [nil])
        #expect(clock.sleeps == [])
    }

    @Test func `that cannot be read is an error that shows nothing of it`() async throws {
        let service = try ConnectService.scripted(ScriptedTransport([.status(200, [:], "<html>")]), clock)
        let error = await #expect(throws: ServiceError.self) { try await service.experiences(ofClip: "c") }
        #expect(error?.code == .malformedAnswer)
        #expect(error?.reason == "it is not the JSON of such an answer")
    }

    @Test(arguments: [
        "http://api.example", "https://", "https://api.example/v2", "http://localhost.evil.example:80",
        "http://127.0.0.1:80@evil.example", "ftp://127.0.0.1:21",
    ])
    func `goes to no address that would give the token away`(address: String) {
        #expect(throws: ServiceError.self) { try ServiceAddress(address) }
    }
}
