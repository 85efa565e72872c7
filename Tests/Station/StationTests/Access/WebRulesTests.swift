import HTTPMessages
import HTTPServer
import Testing

@testable import StationService

@Suite struct WebRulesTests {
    private let rules = WebRules(names: ["Bench.Example", "10.0.0.7", "[2001:DB8:0::7]"])

    private func code(
        _ headers: [(String, String)], _ method: HTTPMethod = .post, port: UInt16? = 8080, isEncrypted: Bool = false
    ) -> String? {
        var request = self.request(headers, method)
        request.port = port
        request.isEncrypted = isEncrypted
        return code(request, rules)
    }

    private func request(_ headers: [(String, String)], _ method: HTTPMethod = .post) -> HTTPRequest {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields.add(name, value) }
        var request = HTTPRequest(method: method, path: ["v1"], headers: fields)
        request.port = 7_373
        return request
    }

    private func code(_ request: HTTPRequest, _ rules: WebRules) -> String? {
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
            "[2001:db8::7]:8080",
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

    /// What a request at 127.0.0.1:7373 is answered, without TLS, with an origin configured or without one.
    private func proxied(
        _ host: String, origin: String? = nil, isOnLoopback: Bool = true,
        configured: String? = "https://bench.example.com"
    ) throws -> String? {
        var request = self.request([("Host", host)] + (origin.map { [("Origin", $0)] } ?? []))
        request.isOnLoopback = isOnLoopback
        let origins = try configured.map { [try #require(PublicOrigin($0))] } ?? []
        return code(request, WebRules(names: ["127.0.0.1"], origins: origins))
    }

    @Test(arguments: ["bench.example.com", "BENCH.example.com", "bench.example.com:443"])
    func `what a reverse proxy passes on is for the public origin`(host: String) throws {
        #expect(try proxied(host) == nil)
        #expect(try proxied(host, origin: "https://bench.example.com") == nil)
        #expect(try proxied(host, configured: nil) == "foreign-host")
        #expect(try proxied(host, isOnLoopback: false) == "foreign-host")
    }

    @Test(
        arguments: [
            "http://bench.example.com", "https://bench.example.com:7373", "http://bench.example.com:7373",
            "https://evil.example", "http://127.0.0.1:7373", "null",
        ])
    func `behind a reverse proxy a page of another origin is refused`(origin: String) throws {
        #expect(try proxied("bench.example.com", origin: origin) == "foreign-origin")
    }

    @Test(
        arguments: [
            "bench.example.com:7373", "bench.example.com:80", "bench.example.com:8443", "bench.example.com.",
            "example.com",
            "evil.example", "a.bench.example.com", "",
        ])
    func `behind a reverse proxy another host or port is refused`(host: String) throws {
        #expect(try proxied(host) == "foreign-host")
    }

    @Test func `a public origin may have a port of its own`() throws {
        let configured = "https://bench.example.com:8443"
        #expect(try proxied("bench.example.com:8443", origin: configured, configured: configured) == nil)
        #expect(try proxied("bench.example.com", configured: configured) == "foreign-host")
        #expect(
            try proxied("bench.example.com:8443", origin: "https://bench.example.com", configured: configured)
                == "foreign-origin")
    }

    @Test func `the names of the loopback stay, and count as what they are`() throws {
        #expect(try proxied("127.0.0.1:7373", origin: "http://127.0.0.1:7373") == nil)
        #expect(try proxied("127.0.0.1:7373", origin: "https://bench.example.com") == "foreign-origin")
    }

    @Test func `a request counts as encrypted under the public origin, on the loopback alone`() throws {
        let rules = WebRules(origins: [try #require(PublicOrigin("https://bench.example.com"))])
        // A client can send these headers as well as a proxy.
        var request = self.request([("Host", "bench.example.com"), ("X-Forwarded-Proto", "https")])
        #expect(!rules.asSent(request).isEncrypted)
        request.isOnLoopback = true
        #expect(rules.asSent(request).isEncrypted)
        request.headers["Host"] = "127.0.0.1:7373"
        #expect(!rules.asSent(request).isEncrypted)
        request.headers["Host"] = "bench.example.com"
        #expect(!WebRules().asSent(request).isEncrypted)
    }

    @Test(arguments: [("", UInt16(443)), (":8443", 8443)])
    func `a request counts as sent to the public origin's port, whichever the daemon listens at`(
        port: String, number: UInt16
    ) throws {
        let rules = WebRules(origins: [try #require(PublicOrigin("https://bench.example.com\(port)"))])
        var request = self.request([("Host", "bench.example.com\(port)")])
        #expect(rules.asSent(request).port == 7_373)
        request.isOnLoopback = true
        #expect(rules.asSent(request).port == number)
        request.headers["Host"] = "127.0.0.1:7373"
        #expect(rules.asSent(request).port == 7_373)
    }

    @Test func `a Unix socket has no names`() { #expect(code([("Host", "anything")], port: nil) == nil) }
}
