import Faults
import Foundation
import Registry
import Sites
import Testing

/// The file by which Android gives an app a host's URLs: made, merged and fetched.
struct AssetLinksTests {
    private static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
    private static let other = Array(repeating: "CD", count: 32).joined(separator: ":")
    private static let app = AndroidApp(name: "example.egg", fingerprints: [fingerprint])

    private static func statement(_ name: String, _ fingerprints: [String], _ relations: [String]? = nil) -> [String:
        Any]
    {
        [
            "relation": relations ?? ["delegate_permission/common.handle_all_urls"],
            "target": [
                "namespace": "android_app", "package_name": name, "sha256_cert_fingerprints": fingerprints,
            ] as [String: Any],
        ]
    }

    private static func bytes(_ statements: [[String: Any]]) throws -> [UInt8] {
        Array(try JSONSerialization.data(withJSONObject: statements))
    }

    private func statements(_ file: AssetLinksFile) throws -> NSArray {
        try #require(try JSONSerialization.jsonObject(with: Data(file.bytes)) as? NSArray)
    }

    @Test func `a file has one statement for each app`() throws {
        let file = try AssetLinksFile(apps: [Self.app], merging: nil)
        #expect(try statements(file) == [Self.statement("example.egg", [Self.fingerprint])] as NSArray)
        #expect(file.lacking([Self.app]) == [])
        #expect(try AssetLinksFile(file.bytes).apps == ["example.egg": [Self.fingerprint]])
    }

    @Test func `statements of others stay, and one's own gets what it lacks`() throws {
        let site: [String: Any] = [
            "relation": ["delegate_permission/common.get_login_creds"],
            "target": ["namespace": "web", "site": "https://egg.example"],
        ]
        let both = ["delegate_permission/common.get_login_creds", "delegate_permission/common.handle_all_urls"]
        let old = [
            site, Self.statement("example.other", [Self.other]), Self.statement("example.egg", [Self.other], [both[0]]),
            Self.statement("example.egg", [Self.other], both),
        ]
        let file = try AssetLinksFile(apps: [Self.app], merging: try Self.bytes(old))
        let wanted = Array(old.dropLast()) + [Self.statement("example.egg", [Self.other, Self.fingerprint], both)]
        #expect(try statements(file) == wanted as NSArray)
        // Once more changes nothing.
        #expect(try AssetLinksFile(apps: [Self.app], merging: file.bytes) == file)
    }

    @Test(arguments: ["", "<html>", "{}", #"{"statements": []}"#, #"["a"]"#])
    func `what is no list of statements is not overwritten`(text: String) {
        let error = #expect(throws: SiteError.self) {
            try AssetLinksFile(apps: [Self.app], merging: Array(text.utf8))
        }
        #expect(error?.code == .badAssetLinks && error?.next == "correct the file, or move it away")
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let page: PagesServer.Page?
        let code: SiteFault.Code?
        var why = ""

        var testDescription: String { "\(code?.rawValue ?? "good") \(why)" }
    }

    private static func page(_ statements: [[String: Any]], type: String = "application/json") -> PagesServer.Page {
        let body = (try? bytes(statements)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return PagesServer.Page(headers: ["Content-Type": type], body: body)
    }

    static let cases = [
        Case(page: page([statement("example.other", []), statement("example.egg", [other, fingerprint])]), code: nil),
        Case(
            page: page([statement("example.egg", [fingerprint])], type: "application/json; charset=utf-8"), code: nil),
        Case(page: nil, code: .androidMissing, why: "it answers 404"),
        Case(page: .init(status: 500), code: .androidMissing, why: "it answers 500"),
        Case(page: .init(delay: -1), code: .androidMissing),
        Case(
            page: .redirect("https://www.egg.example/x"), code: .androidRedirect,
            why: "redirect (302) to https://www.egg.example/x"),
        Case(
            page: page([statement("example.egg", [fingerprint])], type: "text/plain"), code: .androidType,
            why: "its content type is text/plain"),
        Case(
            page: .init(headers: ["Content-Type": "application/json"], body: "{}"), code: .androidNotJSON,
            why: "it is not a list of statements"),
        Case(page: page([statement("example.other", [])]), code: .androidApp, why: "it does not name example.egg"),
        Case(
            page: page([statement("example.egg", [fingerprint], ["delegate_permission/common.get_login_creds"])]),
            code: .androidApp, why: "it does not name example.egg"),
        Case(
            page: page([statement("example.egg", [other])]), code: .androidApp,
            why: "it lacks the certificate AB:AB:AB:AB... of example.egg"),
    ]

    @Test(.enabled(if: TestAuthority.isThere, "needs openssl and python3"), .timeLimit(.minutes(10)), arguments: cases)
    func `what Android does not take is named`(_ one: Case) async throws {
        let association = PagesServer.Page(
            headers: ["Content-Type": "application/json"], body: #"{"appclips":{"apps":["\#(Site.app)"]}}"#)
        var pages = ["egg.example/\(AssociationFile.path)": association]
        pages["egg.example/\(AssetLinksFile.path)"] = one.page
        let server = try PagesServer(pages)
        let probe = SiteProbe(
            timeout: .seconds(30), server: server.address, certificateAuthorities: server.authorities)
        let report = try await probe.faults(at: "egg.example", apps: [Site.app], android: [Self.app])
        #expect(report.faults.map(\.code) == [one.code].compactMap { $0 }, "\(report.faults)")
        if let fault = report.faults.first, !one.why.isEmpty {
            #expect(fault.why.contains(one.why) && !fault.next.isEmpty, "\(fault)")
        }
        // Without an app for Android the file is not asked for.
        #expect(try await probe.faults(at: "egg.example", apps: [Site.app]).faults == [])
        withExtendedLifetime(server) {}
    }
}
