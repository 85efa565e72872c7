import AppClips
import Foundation
import Sites
import Testing

/// Apple's copy of a site association, beside what the host serves.
@Suite(.enabled(if: TestAuthority.isThere, "needs openssl and python3"), .timeLimit(.minutes(10)))
struct AppleCopyTests {
    private static let path = "/.well-known/apple-app-site-association"
    private static let links = #","applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"*"}]}]}"#

    private static func file(_ apps: String, _ more: String = "") -> PagesServer.Page {
        PagesServer.Page(
            headers: ["Content-Type": "application/json"], body: #"{"appclips":{"apps":[\#(apps)]}\#(more)}"#)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let copy: PagesServer.Page?
        let codes: [SiteFault.Code]
        var why = ""

        var testDescription: String { "\(codes) \(why)" }
    }

    private static let own = "\"\(Site.app)\""
    static let cases = [
        Case(copy: file(own, links), codes: []),
        Case(copy: nil, codes: [.copyMissing], why: "Apple's servers answer 404"),
        Case(
            copy: .init(
                status: 404,
                headers: ["Apple-Failure-Reason": "SWCERR00301 Timeout", "Apple-Failure-Details": "{\"cause\":\"x\"}"]),
            codes: [.copyMissing], why: "answer 404: SWCERR00301 Timeout {\"cause\":\"x\"}"),
        Case(copy: file("", links), codes: [.copyOutdated], why: "it lacks \(Site.app): phones read the copy"),
        Case(copy: file(own + ",\"Z.old.Clip\"", links), codes: [.copyOutdated], why: "it still names Z.old.Clip"),
        Case(copy: file(own), codes: [.copyOutdated], why: "its applinks are others"),
        Case(copy: .init(body: "<html>"), codes: [.copyOutdated], why: "it names no App Clips"),
    ]

    @Test(arguments: cases) func `how the copy differs is said`(_ one: Case) async throws {
        var pages = ["egg.example\(Self.path)": Self.file(Self.own, Self.links)]
        pages["localhost/a/v1/egg.example"] = one.copy
        let server = try PagesServer(pages)
        let report = try await probe(server).faults(at: "egg.example", apps: [Site.app])
        #expect(report.faults.map(\.code) == one.codes, "\(report.faults)")
        if let fault = report.faults.first { #expect(fault.why.contains(one.why), "\(fault.why)") }
        #expect(report.notChecked == [])
        withExtendedLifetime(server) {}
    }

    @Test(
        arguments: [
            (file(own, links), [], ""),
            (file("\"Z.old.Clip\"", links), [.copyOutdated], "it lacks \(Site.app), and phones"),
            (file(own), [.copyOutdated], "its applinks do not give A.b every URL, and phones"),
        ] as [(PagesServer.Page, [SiteFault.Code], String)])
    func `where the host fails, the copy is held against the deployment`(
        copy: PagesServer.Page, codes: [SiteFault.Code], why: String
    ) async throws {
        let server = try PagesServer([
            "egg.example\(Self.path)": .init(status: 500), "localhost/a/v1/egg.example": copy,
        ])
        let report = try await probe(server).faults(
            at: "egg.example", apps: [Site.app], links: ["A.b": [try InvocationURL("https://egg.example/store/1")]])
        #expect(report.faults.map(\.code) == [.status] + codes, "\(report.faults)")
        #expect(report.faults.last?.why.contains(why) == true || why.isEmpty, "\(report.faults)")
        withExtendedLifetime(server) {}
    }

    @Test(arguments: [429, 500, 503])
    func `a fault of Apple's servers says nothing of the copy`(status: Int) async throws {
        let server = try PagesServer([
            "egg.example\(Self.path)": Self.file(Self.own, Self.links),
            "localhost/a/v1/egg.example": .init(status: status),
        ])
        let report = try await probe(server).faults(at: "egg.example", apps: [Site.app])
        #expect(report.faults == [])
        #expect(report.notChecked == ["Apple's copy: Apple's servers answer \(status)"])
        withExtendedLifetime(server) {}
    }

    private func probe(_ server: PagesServer, copies: String? = nil) -> SiteProbe {
        SiteProbe(
            timeout: .seconds(30), copies: copies ?? "https://\(server.address)/a/v1", server: server.address,
            certificateAuthorities: server.authorities)
    }

    @Test func `what the host lacks itself is said once, and what cannot be looked at is said`() async throws {
        let server = try PagesServer([
            "egg.example\(Self.path)": Self.file("\"Z.old.Clip\""),
            "localhost/a/v1/egg.example": Self.file("\"Z.old.Clip\""),
        ])
        let report = try await probe(server).faults(at: "egg.example", apps: [Site.app])
        #expect(report.faults.map(\.code) == [.appMissing])
        let unreachable = try await probe(server, copies: "https://127.0.0.1:1").faults(at: "egg.example", apps: [])
        #expect(unreachable.faults == [] && unreachable.notChecked.count == 1)
        let local = try await probe(server).faults(at: server.address, apps: [])
        #expect(local.notChecked == ["Apple's copy: it has none of a host with a port or without a name"])
        withExtendedLifetime(server) {}
    }
}
