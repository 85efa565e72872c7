import Faults
import HTTPMessages
import HTTPServer
import Testing

@testable import StationService

/// RFC 9110, section 13. `TAG` in a field is the document's entity tag.
@Suite struct ConditionsTests {
    private static let document = HTTPResponse(
        headers: ["Content-Type": "application/json", "Vary": "Cookie"], body: .bytes(Array("{}".utf8)))

    private func request(_ method: HTTPMethod, _ name: String, _ lines: [String]) throws -> HTTPRequest {
        let tag = try #require(try Conditions.entityTag(of: Self.document))
        var headers = HTTPHeaders()
        for line in lines { headers.add(name, line.replacing("TAG", with: tag)) }
        return HTTPRequest(method: method, path: ["v1"], headers: headers)
    }

    /// What If-None-Match makes of a look (section 13.1.2: weak comparison).
    @Test(
        arguments: [
            (["TAG"], 304), (["W/TAG"], 304), (["*"], 304), ([" * "], 304), ([#""x", TAG"#], 304),
            ([#""x""#, "TAG"], 304), ([",, TAG ,"], 304), ([#""a,b",TAG"#], 304), (["\t TAG"], 304),
            ([#""é", TAG"#], 304), ([#""x""#], 200), (["w/TAG"], 200), (["xTAG"], 200), (["TAGx"], 200),
            (["TAG TAG"], 200), (["*, TAG"], 200), ([""], 200), (["W/ TAG"], 200), ([#""x"#], 200),
        ])
    func `a client that has a document is not sent it again`(lines: [String], status: Int) throws {
        let answer = try Conditions.answer(request(.get, "If-None-Match", lines), Self.document)
        #expect(answer.status == status)
        #expect(answer.headers["ETag"] == (try Conditions.entityTag(of: Self.document)))
        #expect(answer.headers["Vary"] == "Cookie")
        #expect(answer.text == (status == 200 ? "{}" : ""))
    }

    /// What If-Match makes of a change and of a look (section 13.1.1: strong comparison).
    @Test(
        arguments: [
            (["TAG"], true), (["*"], true), ([#""x", TAG"#], true), ([#""x""#, "TAG"], true), (["W/TAG"], false),
            (["w/TAG"], false), (["W/TAG, TAG"], true), (["xTAG"], false), ([""], false), ([#""x""#], false),
        ])
    func `a change is made only to what the client has seen`(lines: [String], isMade: Bool) async throws {
        let change = try request(.put, "If-Match", lines)
        let look = try request(.get, "If-Match", lines)
        guard isMade else {
            let refusal = await #expect(throws: StationError.self) {
                try await Conditions.check(change, against: { Self.document })
            }
            #expect(refusal?.status == 412)
            #expect(throws: StationError.self) { try Conditions.answer(look, Self.document) }
            return
        }
        await #expect(throws: Never.self) { try await Conditions.check(change, against: { Self.document }) }
        #expect(try Conditions.answer(look, Self.document).status == 200)
    }

    @Test(arguments: ["TAG", "W/TAG", "*"])
    func `a change that is made only where something else is, is not made`(text: String) async throws {
        let change = try request(.put, "If-None-Match", [text])
        let refusal = await #expect(throws: StationError.self) {
            try await Conditions.check(change, against: { Self.document })
        }
        #expect(refusal?.status == 412)
        let other = try request(.put, "If-None-Match", [#""x""#])
        await #expect(throws: Never.self) { try await Conditions.check(other, against: { Self.document }) }
    }

    @Test(arguments: ["TAG", "*"])
    func `a change that no document shows satisfies no If-Match, and every If-None-Match`(text: String) async throws {
        let matching = try request(.post, "If-Match", [text])
        await #expect(throws: StationError.self) { try await Conditions.check(matching, against: nil) }
        let other = try request(.post, "If-None-Match", [text])
        await #expect(throws: Never.self) { try await Conditions.check(other, against: nil) }
    }

    @Test func `what is gone is reported as gone, whatever the condition`() async throws {
        struct Gone: Error {}
        let change = try request(.put, "If-Match", ["*"])
        await #expect(throws: Gone.self) { try await Conditions.check(change, against: { throw Gone() }) }
    }

    @Test func `documents that differ have other tags, and what is not a document has none`() throws {
        let other = HTTPResponse(body: .bytes(Array("{ }".utf8)))
        #expect(try Conditions.entityTag(of: other) != Conditions.entityTag(of: Self.document))
        #expect(try Conditions.entityTag(of: HTTPResponse(status: 404, body: .bytes([1]))) == nil)
        #expect(try Conditions.entityTag(of: HTTPResponse(body: .stream(AsyncStream { _ in }))) == nil)
    }
}
