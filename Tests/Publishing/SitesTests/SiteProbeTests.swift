import AppClips
import Sites
import Testing

/// A host's site association, fetched as Apple does, from real servers.
@Suite(.enabled(if: TestAuthority.isThere, "needs openssl and python3"), .timeLimit(.minutes(10)))
struct SiteProbeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let answer: TLSServer.Answer
        var certificate = TLSServer.Certificate.good
        let code: SiteFault.Code
        let why: String

        var testDescription: String { "\(answer) with a certificate that is \(certificate)" }
    }

    static let cases = [
        Case(answer: .good, certificate: .expired, code: .certificateExpired, why: "its certificate has expired"),
        Case(
            answer: .good, certificate: .otherHost, code: .certificateOfOtherHost,
            why: "its certificate is for another host"),
        Case(
            answer: .good, certificate: .selfSigned, code: .certificateUntrusted,
            why: "its certificate is not signed by a trusted authority"),
        Case(answer: .redirect, code: .redirect, why: "redirect (301) to https://www.egg.example/aasa"),
        Case(answer: .missing, code: .notFound, why: "there is no file (404)"),
        Case(answer: .forbidden, code: .agentRefused, why: "answers 403 to the user agent AASA-Bot"),
        Case(answer: .forbiddenToPhones, code: .agentRefused, why: "CFNetwork"),
        Case(answer: .forbiddenToStrangers, code: .agentRefused, why: "answers 403 to the user agent "),
        Case(answer: .droppedForStrangers, code: .agentRefused, why: "it does not answer the user agent "),
        Case(answer: .pageForStrangers, code: .agentRefused, why: "it serves another file to the user agent "),
        Case(answer: .error, code: .status, why: "answers 500"),
        Case(answer: .html, code: .html, why: "the answer is a web page, not the file"),
        Case(answer: .gzip, code: .compressed, why: "it is compressed (gzip), which the request did not allow"),
        Case(answer: .large, code: .tooLarge, why: "it is longer than 131072 bytes"),
        Case(answer: .silent, code: .timedOut, why: "no answer in time"),
        Case(answer: .notJSON, code: .notJSON, why: "it is not JSON"),
        Case(answer: .noAppClips, code: .noAppClips, why: "it has no section appclips"),
        Case(answer: .broken, code: .brokenAnswer, why: ""),
        Case(answer: .octets, code: .contentType, why: "its content type is application/octet-stream"),
        Case(answer: .untyped, code: .contentType, why: "its content type is missing"),
    ]

    @Test(arguments: cases) func `each failure is named by its cause, with the next step`(_ one: Case) async throws {
        let server = try TLSServer(one.answer, one.certificate, folder: TestAuthority.folder.get())
        let probe = SiteProbe(
            timeout: one.answer == .silent ? .milliseconds(500) : .seconds(30),
            certificateAuthorities: server.authorities)
        let report = try await probe.faults(at: "localhost:\(server.port)", apps: [Site.app])
        #expect(report.faults.map(\.code) == [one.code], "\(report.faults)")
        let fault = try #require(report.faults.first)
        #expect(fault.why.contains(one.why), "\(fault.why)")
        #expect(!fault.next.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test func `a good host has no fault, and says for whom it vouches`() async throws {
        let server = try TLSServer(.good, folder: TestAuthority.folder.get())
        let probe = SiteProbe(timeout: .seconds(30), certificateAuthorities: server.authorities)
        let good = try await probe.faults(at: "localhost:\(server.port)", apps: [Site.app])
        #expect(good.faults == [] && good.apps == [Site.app])
        let missing = try await probe.faults(at: "localhost:\(server.port)", apps: [Site.app, "Z.other.Clip"])
        #expect(missing.faults.map(\.code) == [.appMissing])
        #expect(missing.faults.first?.why == "appclips.apps lacks Z.other.Clip")
        let urls = try ["https://localhost/a", "https://localhost/b"].map { try InvocationURL($0) }
        let closed = try await probe.faults(
            at: "localhost:\(server.port)", apps: [Site.app], links: ["ABCDE12345.example.egg": urls])
        #expect(closed.faults.map(\.code) == [.linksMissing])
        #expect(
            closed.faults.first?.why
                == "applinks has no component for https://localhost/a and 1 more: with the full app people see the website"
        )
        withExtendedLifetime(server) {}
    }

    @Test func `a fault that passes, or is everyone's, is not blamed on a user agent`() async throws {
        for answer in [TLSServer.Answer.droppedOnce, .goneWithStrangers] {
            let server = try TLSServer(answer, folder: TestAuthority.folder.get())
            let probe = SiteProbe(timeout: .seconds(30), certificateAuthorities: server.authorities)
            let report = try await probe.faults(at: "localhost:\(server.port)", apps: [Site.app])
            #expect(report.faults == [] && report.apps == [Site.app])
            let isSaid = report.notChecked.contains { $0.hasPrefix("\(SiteReport.agentWords): localhost:") }
            #expect(isSaid == (answer == .goneWithStrangers), "\(report.notChecked)")
            withExtendedLifetime(server) {}
        }
    }

    @Test func `without the authority nobody vouches for the same server`() async throws {
        let server = try TLSServer(.good, folder: TestAuthority.folder.get())
        let report = try await SiteProbe(timeout: .seconds(30)).faults(at: "localhost:\(server.port)", apps: [])
        #expect(report.faults.map(\.code) == [.certificateUntrusted])
        withExtendedLifetime(server) {}
    }

    @Test func `a host that nobody knows is named so`() async throws {
        let report = try await SiteProbe(timeout: .seconds(30)).faults(at: "nobody.invalid", apps: [])
        #expect([.hostNotFound, .unreachable, .timedOut].contains(try #require(report.faults.first).code))
    }
}
