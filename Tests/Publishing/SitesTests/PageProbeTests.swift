import AppClips
import Foundation
import Registry
import Sites
import Testing

/// The pages that tags name, followed as browsers do, from a real server.
@Suite(.enabled(if: TestAuthority.isThere, "needs openssl and python3"), .timeLimit(.minutes(10)))
struct PageProbeTests {
    private static let banner = SmartAppBanner(app: Site.app, appStoreID: "1500000009").tag
    private static let picture = #"<meta property="og:image" content="https://egg.example/egg.png">"#

    private static func page(_ head: String) -> PagesServer.Page {
        PagesServer.Page(body: "<!DOCTYPE html><head>\(head)</head>")
    }

    private func reports(
        _ server: PagesServer, _ urls: [String], timeout: Duration = .seconds(30), within: Duration = .seconds(300)
    ) async throws -> [PageReport] {
        let probe = PageProbe(
            deployments: [Site.profile], experiences: [try Site.experience("https://egg.example/store/")],
            timeout: timeout, within: within, server: server.address, certificateAuthorities: server.authorities)
        return try await probe.reports(on: urls.map { try InvocationURL($0) })
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let page: PagesServer.Page
        let codes: [PageFault.Code]
        var words = ""

        var testDescription: String { "\(codes): \(page.status) \(page.headers) \(page.body.prefix(80))" }
    }

    static let cases = [
        Case(page: page(banner + picture), codes: []),
        Case(
            page: page(
                "<META content='app-clip-bundle-id=example.egg.Clip,app-id = 1500000009' name=apple-itunes-app>"
                    + picture),
            codes: []),
        Case(page: page("<meta name=description content='a > b'>" + banner + picture), codes: []),
        // A byte order mark, and what only looks like the end of a comment, a script or a tag.
        Case(page: .init(body: "\u{FEFF}<!DOCTYPE html><head>\(banner)\(picture)</head>"), codes: []),
        Case(
            page: page("<!--><script>'</SCRIPTS' <!-- </script><title><meta></title><link x=\">\">" + banner + picture),
            codes: []),
        Case(page: page(picture), codes: [.noBanner], words: "has no Smart App Banner"),
        Case(page: page("<!-- a -- > \(banner) -->" + picture), codes: [.noBanner]),
        Case(page: page("<script>'\(banner)'</script>" + picture), codes: [.noBanner]),
        Case(page: page("<noscript>\(banner)</noscript>" + picture), codes: [.noBanner]),
        Case(page: page("<metadata \(banner.dropFirst(6))" + picture), codes: [.noBanner]),
        Case(page: page(picture + banner.replacing("card\"", with: "card")), codes: [.noBanner]),
        Case(
            page: page(banner.replacing("1500000009", with: "7") + picture), codes: [.otherBanner],
            words: "the banner is of app 7 and App Clip example.egg.Clip"),
        Case(
            page: page(banner.replacing("egg.Clip", with: "other.Clip") + picture), codes: [.otherBanner],
            words: "App Clip example.other.Clip"),
        Case(page: page(banner), codes: [.noPicture], words: "a link in Messages shows no picture"),
        Case(page: .init(status: 404, body: "<p>"), codes: [.status], words: "the page answers 404"),
        Case(page: .init(status: 500), codes: [.status], words: "the page answers 500"),
        Case(
            page: .init(headers: ["Content-Type": "application/json"], body: "{}"), codes: [.notHTML],
            words: "not a web page (application/json)"),
        Case(page: .init(headers: [:], body: "<p>"), codes: [.notHTML], words: "no content type"),
        Case(page: .init(delay: -1), codes: [.noAnswer]),
        Case(page: .redirect("http://egg.example/x"), codes: [.badRedirect], words: "which is not an https URL"),
        Case(page: .init(status: 302, headers: [:]), codes: [.badRedirect], words: "it redirects to nowhere"),
        Case(page: .redirect("/store/1"), codes: [.redirectLoop], words: "back to https://egg.example/store/1"),
        Case(page: .redirect("/store/good", 301), codes: []),
        Case(page: .redirect("good"), codes: []),
        Case(
            page: .redirect("https://www.egg.example/good"), codes: [.redirectUnregistered],
            words: "it redirects to https://www.egg.example/good, for which no experience is registered"),
        Case(
            page: .redirect("/elsewhere"), codes: [.redirectUnregistered, .status],
            words: "https://egg.example/elsewhere"),
        Case(page: .redirect("/store/hop/1"), codes: [.tooManyRedirects], words: "more than 5 times"),
    ]

    @Test(arguments: cases) func `what is wrong with a page is named`(_ one: Case) async throws {
        let good = Self.page(Self.banner + Self.picture)
        var pages = ["egg.example/store/1": one.page, "egg.example/store/good": good, "www.egg.example/good": good]
        for hop in 1...9 { pages["egg.example/store/hop/\(hop)"] = .redirect("/store/hop/\(hop + 1)") }
        let server = try PagesServer(pages)
        let reports = try await reports(server, ["https://egg.example/store/1"])
        #expect(reports.map(\.url) == ["https://egg.example/store/1"])
        let faults = try #require(reports.first).faults
        #expect(faults.map(\.code) == one.codes, "\(faults)")
        #expect(faults.allSatisfy { !$0.next.isEmpty })
        if let first = faults.first, !one.words.isEmpty {
            #expect(first.message.contains(one.words), "\(first.message)")
        }
        withExtendedLifetime(server) {}
    }

    /// Half a million tags that do not end are one, and take no longer.
    @Test func `a page that is no page ends`() async throws {
        let server = try PagesServer([
            "egg.example/store/1": .init(body: "<html>" + String(repeating: "<meta \"", count: 130_000))
        ])
        let reports = try await reports(server, ["https://egg.example/store/1"])
        #expect(reports.map { $0.faults.map(\.code) } == [[.noBanner, .noPicture]])
        withExtendedLifetime(server) {}
    }

    @Test func `two thousand tags with loops, slow and failing hosts come to an end, each named right`() async throws {
        let good = Self.page(Self.banner + Self.picture)
        var pages: [String: PagesServer.Page] = [:]
        var urls: [String] = []
        for number in 0..<40 {
            let path = "/store/\(number)"
            pages["egg.example" + path] =
                switch number % 4 {
                case 0: good
                case 1: .redirect("/store/\(number - 1)")
                case 2: .redirect(path)
                default: .init(status: 410)
                }
            for tag in 0..<45 { urls.append("https://egg.example\(path)?tag=\(tag)") }
        }
        for number in 0..<100 {
            pages["slow.example/\(number)"] = .init(delay: 600)
            pages["dead.example/\(number)"] = .init(delay: -1)
            urls += ["https://slow.example/\(number)", "https://dead.example/\(number)"]
        }
        #expect(urls.count == 2_000)
        let server = try PagesServer(pages)
        let start = ContinuousClock.now
        let reports = try await reports(server, urls, timeout: .seconds(10))
        #expect(reports.count == 3 * 40 + 200)
        for report in reports {
            let url = try InvocationURL(report.url)
            let number = url.path.split(separator: "/").last.flatMap { Int($0) } ?? -1
            let codes = report.faults.map(\.code)
            if url.host == "egg.example" {
                let wanted: [[PageFault.Code]] = [[], [], [.redirectLoop], [.status]]
                // A redirect to its own path without the query comes back to itself at the second request.
                #expect(codes == wanted[number % 4], "\(report)")
                #expect(report.tags == 45)
            } else {
                #expect(codes == [.noAnswer] || codes == [.notAsked], "\(report)")
            }
        }
        let silent = reports.filter { $0.faults.first?.code == .noAnswer }
        #expect(silent.count == 6)
        // One request at a time on a host, none twice; a host that is silent is left.
        let counts = try server.counted()
        #expect(counts.atOnce == 1)
        #expect(counts.requests == 30 + (30 + 10) + (30 + 10) + 30 + 6)
        print("2 000 tags, \(counts.requests) requests: \(ContinuousClock.now - start)")
        withExtendedLifetime(server) {}
    }

    @Test func `hosts that redirect to one are asked apart, and that one is asked once`() async throws {
        var pages = ["www.egg.example/": Self.page(Self.banner + Self.picture)]
        for host in ["egg.example", "slow.example", "dead.example"] {
            pages["\(host)/"] = .redirect("https://www.egg.example/")
        }
        let server = try PagesServer(pages)
        let reports = try await reports(
            server, ["https://egg.example/", "https://slow.example/", "https://dead.example/"])
        #expect(reports.map { $0.faults.map(\.code) } == Array(repeating: [.redirectUnregistered], count: 3))
        let counts = try server.counted()
        #expect(counts.requests == 4 && counts.atOnce == 1)
        withExtendedLifetime(server) {}
    }

    @Test func `when the time is used up the rest is not asked for`() async throws {
        let server = try PagesServer(["egg.example/store/1": Self.page(Self.banner + Self.picture)])
        let reports = try await reports(
            server, ["https://egg.example/store/1", "https://egg.example/store/2"], within: .zero)
        #expect(reports.map { $0.faults.map(\.code) } == [[.notAsked], [.notAsked]])
        #expect(reports.first?.faults.first?.message == "not asked for: the time was used up")
        withExtendedLifetime(server) {}
    }
}
