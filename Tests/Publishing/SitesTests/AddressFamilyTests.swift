import Foundation
import HTTPClient
import Sites
import Testing

/// A host over IPv4 and IPv6, each asked apart, from a real server that listens on both.
@Suite(
    .enabled(if: TestAuthority.isThere, "needs openssl and python3"),
    .enabled(if: PythonServer.hasIPv6, "this machine has no address ::1"), .timeLimit(.minutes(10)))
struct AddressFamilyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let answer: TLSServer.Answer
        var certificate = TLSServer.Certificate.good
        let codes: [SiteFault.Code]
        var message = ""
        var why = ""

        var testDescription: String { "\(answer), \(certificate): \(codes)" }
    }

    static let cases = [
        Case(answer: .good, codes: []),
        Case(
            answer: .otherOverIPv6, codes: [.familyDiffers], message: "is not the same over IPv6",
            why: "it serves another file, other than over IPv4 (200)"),
        Case(answer: .missingOverIPv6, codes: [.familyDiffers], message: "over IPv6", why: "it answers 404"),
        Case(answer: .missingOverIPv4, codes: [.familyDiffers], message: "over IPv4", why: "it answers 404"),
        Case(
            answer: .brokenOverIPv6, codes: [.familyFails], message: "has an IPv6 address, and fails over it",
            why: "over IPv4 it answers"),
        Case(
            answer: .good, certificate: .expiredOverIPv6, codes: [.familyFails], message: "IPv6",
            why: "its certificate has expired; over IPv4 it answers"),
        Case(
            answer: .good, certificate: .absentOverIPv6, codes: AddressFamily.ipv6.hasRoute ? [.familyFails] : [],
            message: "IPv6", why: "nothing listens there"),
        // What is wrong over both is said once.
        Case(answer: .missing, codes: [.notFound]),
    ]

    @Test(arguments: cases) func `a fault of one family is named`(_ one: Case) async throws {
        let server = try TLSServer(one.answer, one.certificate, folder: TestAuthority.folder.get())
        let probe = SiteProbe(timeout: .seconds(30), certificateAuthorities: server.authorities)
        let report = try await probe.faults(at: "localhost:\(server.port)", apps: [Site.app])
        #expect(report.faults.map(\.code) == one.codes, "\(report.faults)")
        if let fault = report.faults.first, !one.message.isEmpty {
            #expect(fault.message.contains(one.message) && fault.why.contains(one.why), "\(fault)")
            #expect(fault.severity == .warning)
        }
        if !one.codes.contains(.notFound) { #expect(report.apps == [Site.app]) }
        withExtendedLifetime(server) {}
    }

    @Test func `where Apple's servers do not answer over it either, the machine is at fault`() async throws {
        try #require(AddressFamily.ipv6.hasRoute, "without a route nothing is asked")
        let server = try TLSServer(.good, .absentOverIPv6, folder: TestAuthority.folder.get())
        let probe = SiteProbe(
            timeout: .seconds(30), copies: "https://localhost:\(server.port)/a/v1",
            certificateAuthorities: server.authorities)
        let report = try await probe.faults(at: "localhost:\(server.port)", apps: [Site.app])
        #expect(report.faults == [])
        #expect(
            report.notChecked.first
                == "localhost:\(server.port) over IPv6: neither it nor Apple's servers answer this machine")
        withExtendedLifetime(server) {}
    }

    @Test func `a machine without a route in a family says so, and names no fault`() async throws {
        let server = try TLSServer(.good, .absentOverIPv6, folder: TestAuthority.folder.get())
        let probe = SiteProbe(
            timeout: .seconds(30), certificateAuthorities: server.authorities, hasRoute: { $0 == .ipv4 })
        let report = try await probe.faults(at: "localhost:\(server.port)", apps: [Site.app])
        #expect(report.faults == [] && report.apps == [Site.app])
        #expect(
            report.notChecked == [
                "localhost:\(server.port) over IPv6: this machine has no route to the Internet in it"
            ])
        // What answers with a fault is a fault, whatever the machine's routes are.
        let expired = try TLSServer(.good, .expiredOverIPv6, folder: TestAuthority.folder.get())
        let other = SiteProbe(
            timeout: .seconds(30), certificateAuthorities: expired.authorities, hasRoute: { $0 == .ipv4 })
        #expect(
            try await other.faults(at: "localhost:\(expired.port)", apps: []).faults.map(\.code) == [.familyFails])
        withExtendedLifetime((server, expired)) {}
    }

    @Test(
        arguments: [
            (["https_proxy": "http://p:1"], "egg.example", "http://p:1"),
            (["ALL_PROXY": "socks5://p:1", "HTTPS_PROXY": "http://q:2"], "egg.example:8443", "http://q:2"),
            (["https_proxy": "http://p:1", "no_proxy": "localhost, .example"], "egg.example", nil),
            (["https_proxy": "http://p:1", "no_proxy": "egg.example"], "www.egg.example", nil),
            (["https_proxy": "http://p:1", "no_proxy": "gg.example"], "egg.example", "http://p:1"),
            (["https_proxy": "http://p:1", "NO_PROXY": "*"], "egg.example", nil),
            (["http_proxy": "http://p:1"], "egg.example", nil),
            // A user and a password are not for messages.
            (["https_proxy": "http://crew:secret@proxy:3128"], "egg.example", "http://proxy:3128"),
            (["https_proxy": "crew:se/cr@et@proxy:3128/"], "egg.example", "proxy:3128"),
            (["ALL_PROXY": "socks5h://crew@[fd00::1]:1080"], "egg.example", "socks5h://[fd00::1]:1080"),
        ] as [([String: String], String, String?)])
    func `a proxy is between where the environment names one`(
        variables: [String: String], host: String, proxy: String?
    ) {
        #expect(WebClient.proxy(for: host) { variables[$0] } == proxy)
    }

    @Test func `an address as a number has one family`() async throws {
        #expect(AddressFamily(ofLiteral: "127.0.0.1:443") == .ipv4)
        #expect(AddressFamily(ofLiteral: "[::1]:443") == .ipv6)
        #expect(AddressFamily(ofLiteral: "fd00::1") == .ipv6)
        #expect(AddressFamily(ofLiteral: "egg.example:443") == nil)
        let server = try TLSServer(.missingOverIPv6, folder: TestAuthority.folder.get())
        let probe = SiteProbe(
            timeout: .seconds(30), server: "127.0.0.1:\(server.port)", certificateAuthorities: server.authorities)
        #expect(try await probe.faults(at: "localhost", apps: [Site.app]).faults == [])
        withExtendedLifetime(server) {}
    }
}
