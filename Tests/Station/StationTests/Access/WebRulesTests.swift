import HTTPMessages
import HTTPServer
import Testing

@testable import StationService

@Suite struct WebRulesTests {
    private let rules = WebRules(names: ["Bench.Example", "10.0.0.7"])

    private func code(
        _ headers: [(String, String)], _ method: HTTPMethod = .post, port: UInt16? = 8080, isEncrypted: Bool = false
    ) -> String? {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields.add(name, value) }
        var request = HTTPRequest(method: method, path: ["v1"], headers: fields)
        request.port = port
        request.isEncrypted = isEncrypted
        do {
            try rules.check(request)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        arguments: [
            "127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080", "bench.example:8080", "10.0.0.7:8080",
        ])
    func `a name of the station is answered`(host: String) {
        #expect(code([("Host", host)]) == nil)
    }

    @Test(
        arguments: [
            "evil.example:8080", "localhost", "localhost:80", "localhost.:8080", "localhost:8080.evil.example",
            "bench.example@evil.example:8080", "", "[::1]", "127.0.0.1:08080", "127.1:8080",
        ])
    func `another name is refused`(host: String) {
        #expect(code([("Host", host)]) == "foreign-host")
    }

    @Test func `a request without a host, or with two, is refused`() {
        #expect(code([]) == "foreign-host")
        #expect(code([("Host", "localhost:8080"), ("Host", "evil.example")]) == "foreign-host")
    }

    @Test(arguments: [(UInt16(80), false), (UInt16(443), true)])
    func `the port that is usual may be left out`(port: UInt16, isEncrypted: Bool) {
        let scheme = isEncrypted ? "https" : "http"
        #expect(code([("Host", "localhost")], port: port, isEncrypted: isEncrypted) == nil)
        #expect(
            code([("Host", "localhost"), ("Origin", "\(scheme)://localhost")], port: port, isEncrypted: isEncrypted)
                == nil)
        #expect(code([("Host", "localhost")], port: port, isEncrypted: !isEncrypted) == "foreign-host")
    }

    @Test(
        arguments: [
            "null", "https://localhost:8080", "http://localhost", "http://localhost:8081", "http://evil.example",
            "http://127.0.0.1:8080",
        ])
    func `a page of another origin is refused`(origin: String) {
        #expect(code([("Host", "localhost:8080"), ("Origin", origin)]) == "foreign-origin")
    }

    @Test(
        arguments: [
            ("same-origin", nil, true), ("none", nil, true), ("cross-site", nil, false), ("same-site", nil, false),
            ("cross-site", "navigate", false), ("", nil, false),
        ] as [(String, String?, Bool)])
    func `a browser says where a request comes from`(site: String, mode: String?, isTaken: Bool) {
        let headers =
            [("Host", "localhost:8080"), ("Sec-Fetch-Site", site)] + (mode.map { [("Sec-Fetch-Mode", $0)] } ?? [])
        #expect((code(headers) == nil) == isTaken)
    }

    @Test func `a link from another page may be followed, and nothing more`() {
        let link = [("Host", "localhost:8080"), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")]
        #expect(code(link, .get) == nil)
        #expect(code(link, .delete) == "foreign-origin")
        #expect(code(link.dropLast() + [("Sec-Fetch-Mode", "no-cors")], .get) == "foreign-origin")
    }

    @Test func `a Unix socket has no names`() { #expect(code([("Host", "anything")], port: nil) == nil) }
}
