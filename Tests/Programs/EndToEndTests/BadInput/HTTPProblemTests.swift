import Foundation
import TestBench
import Testing

/// What the API refuses comes as `application/problem+json` (RFC 9457), to whoever asks.
@Suite(.timeLimit(.minutes(10)), .needs(.curl)) struct HTTPProblemTests {
    struct Wrong: Sendable, CustomTestStringConvertible {
        let name: String
        let method: String
        let path: String
        var body: String?
        var type = "application/json"
        let status: Int
        let code: String

        var testDescription: String { name }

        init(
            _ name: String, _ method: String, _ path: String, _ body: String? = nil, type: String = "application/json",
            _ status: Int, _ code: String
        ) {
            (self.name, self.method, self.path, self.type) = (name, method, path, type)
            (self.body, self.status, self.code) = (body, status, code)
        }
    }

    static let wrong: [Wrong] = [
        Wrong("broken JSON", "POST", "/v1/jobs", "{", 400, "bad-request"),
        Wrong("JSON of something else", "POST", "/v1/jobs", "{\"schema\":1}", 400, "bad-request"),
        Wrong(
            "an empty name", "POST", "/v1/jobs", "{\"batch\":\"\",\"overwrite\":false,\"shipping\":false}", 400,
            "bad-request"),
        Wrong(
            "a place off the earth", "POST", "/v1/jobs",
            "{\"batch\":\"b\",\"overwrite\":false,\"shipping\":false,\"position\":{\"latitude\":91,\"longitude\":0}}",
            422, "coordinate"),
        Wrong("an unknown job", "GET", "/v1/jobs/7", nil, 404, "unknown-job"),
        Wrong("an unknown job's events", "GET", "/v1/jobs/7/events", nil, 404, "unknown-job"),
        Wrong("a job that is not a number", "DELETE", "/v1/jobs/x", nil, 400, "bad-request"),
        Wrong("an unknown batch", "GET", "/v1/batches/spring", nil, 404, "unknown-batch"),
        Wrong("an unknown tag", "GET", "/v1/tags/t1", nil, 404, "unknown-tag"),
        Wrong("an unknown address", "GET", "/v1/nowhere", nil, 404, "not-found"),
        Wrong("a wrong method", "PUT", "/v1/status", nil, 405, "method-not-allowed"),
        Wrong("a limit out of range", "GET", "/v1/journal?limit=0", nil, 400, "bad-request"),
        Wrong("a time out of range", "POST", "/v1/readings?timeout=0", "{}", 400, "bad-request"),
        Wrong("no URL to match", "GET", "/v1/experiences/match", nil, 400, "bad-request"),
        Wrong("a URL that is none", "GET", "/v1/experiences/match?url=x", nil, 422, "invocation-url"),
        Wrong("a filter that there is not", "GET", "/v1/stores?stat=1", nil, 400, "bad-request"),
        Wrong("a filter that is given twice", "GET", "/v1/stores?limit=1&limit=2", nil, 400, "bad-request"),
        Wrong("a page that there is not", "GET", "/v1/stores?cursor=x", nil, 422, "bad-cursor"),
        Wrong("a body that is missing", "POST", "/v1/jobs", nil, 400, "bad-request"),
        Wrong("a body of another type", "POST", "/v1/jobs", "{}", type: "text/csv", 415, "unsupported-media-type"),
        Wrong("a bad file", "POST", "/v1/stores?file=shops.csv", "name\nx\n", type: "text/csv", 422, "file-header"),
        Wrong(
            "a connection that names no reader", "POST", "/v1/readers", "{\"connection\":\"\"}", 422, "bad-connection"),
        Wrong("no reason", "POST", "/v1/tags/t1/retire", "{\"reason\":\" \"}", 422, "bad-reason"),
        Wrong("no reader", "POST", "/v1/readings", "{}", 409, "no-reader-added"),
    ]

    @Test(arguments: wrong) func `a wrong request is answered with a problem`(wrong: Wrong) async throws {
        try await TestStation.run { station in
            let before = try await station.holdings()
            let answer = try await station.ask(wrong.method, wrong.path, body: wrong.body, type: wrong.type)
            #expect(answer.status == wrong.status && answer.type == "application/problem+json", "\(answer)")
            #expect(answer.document["status"] as? Int == wrong.status)
            #expect(answer.document["code"] as? String == wrong.code, "\(answer)")
            for member in ["type", "title", "detail", "next"] {
                #expect((answer.document[member] as? String)?.isEmpty == false, "\(member): \(answer)")
            }
            #expect(try await station.holdings() == before)
        }
    }

    @Test(arguments: [
        ("{\n  \"batch\": 7\n}", "line 2, column 12: batch: "),
        ("{\"batch\": \"a\"\n\"x\": 1}", "line 2, column 1: a comma or } "),
        ("", "line 1, column 1: the key \"batch\" is missing"),
    ])
    func `what is wrong in a body has its line and column`(_ body: String, _ place: String) async throws {
        try await TestStation.run { station in
            let answer = try await station.ask("POST", "/v1/jobs", body: body)
            #expect(answer.status == 400)
            let detail = try #require(answer.document["detail"] as? String)
            #expect(detail.contains(place), "\(detail)")
        }
    }

    @Test func `a wrong method names the right ones`() async throws {
        try await TestStation.run { station in
            let headers = try await station.ask("PUT", "/v1/status").headers
            #expect(headers.contains("\nAllow: GET, HEAD\r"))
        }
    }

    @Test(arguments: [true, false]) func `a body that is too large is refused`(waits: Bool) async throws {
        try await TestStation.run { station in
            let file = station.folder["large"]
            try #require(FileManager.default.createFile(atPath: file, contents: nil))
            // A hole: nothing is on the disk.
            let handle = try #require(FileHandle(forWritingAtPath: file))
            try handle.truncate(atOffset: 17 << 20)
            try handle.close()
            let answer = try await station.ask(
                "POST", "/v1/jobs", body: "@\(file)", headers: [waits ? "Expect: 100-continue" : "Expect:"])
            #expect(answer.status == 413 && answer.type == "application/problem+json", "\(answer)")
            #expect(answer.document["code"] as? String == "too-large")
            _ = try await station.holdings()
        }
    }
}
