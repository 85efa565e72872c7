package import AppClips
internal import Faults
internal import Foundation
internal import HTTPClient
package import Registry

/// Fetches the pages that tags name, as people's browsers do. Bounded and polite: one request at a time on a host, none
/// twice, a few URLs of each path, and an end for hosts that do not answer.
package struct PageProbe: Sendable {
    /// URLs of one path differ in their tags alone: so many are asked for.
    private static let perPath = 3
    private static let mostRedirects = 5
    /// A host is left after so many requests without an answer in a row.
    private static let mostSilent = 3

    private let client: WebClient
    private let finder: ExperienceFinder
    private let deployments: [DeploymentProfile]
    /// When no more is asked for.
    private let within: Duration

    /// A request has `timeout`, all of them have `within`. `server` is asked in the place of every host (`HOST:PORT`);
    /// `certificateAuthorities` is a PEM file, instead of the system's authorities.
    package init(
        deployments: [DeploymentProfile], experiences: [Experience], timeout: Duration, within: Duration,
        server: String? = nil, certificateAuthorities: String? = nil
    ) {
        var client = WebClient(.network, timeout: timeout)
        client.connectTimeout = timeout
        client.redirectLimit = 0
        client.certificateAuthorities = certificateAuthorities
        client.connectTo = server
        self.client = client
        self.within = within
        self.deployments = deployments
        finder = ExperienceFinder(experiences, apps: deployments.flatMap(\.apps))
    }

    /// The pages of these URLs, a few of each path. Sorted by URL.
    package func reports(on urls: [InvocationURL]) async throws -> [PageReport] {
        let paths = Dictionary(grouping: urls) { "\($0.host.lowercased())\n\($0.path)" }
        let chosen = paths.values.flatMap { same in
            Set(same).sorted().prefix(Self.perPath).map { (url: $0, tags: same.count) }
        }
        let hosts = Dictionary(grouping: chosen) { Self.authority($0.url) }
        let end = ContinuousClock.now + within
        let requests = PageRequests(client)
        return try await withThrowingTaskGroup(of: [PageReport].self) { group in
            for pages in hosts.values {
                group.addTask { try await reports(ofHost: pages.sorted { $0.url < $1.url }, by: requests, until: end) }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted { $0.url < $1.url }
        }
    }

    private static func authority(_ url: InvocationURL) -> String { url.host.lowercased() + ":" + (url.port ?? "") }

    private func reports(
        ofHost pages: [(url: InvocationURL, tags: Int)], by requests: PageRequests, until end: ContinuousClock.Instant
    ) async throws -> [PageReport] {
        var reports: [PageReport] = []
        var silent = 0
        for page in pages {
            guard silent < Self.mostSilent, ContinuousClock.now < end else {
                let why = silent < Self.mostSilent ? "the time was used up" : "its host answered none of those before"
                reports.append(
                    PageReport(
                        url: page.url.text, tags: page.tags, chain: [page.url.text], status: nil,
                        faults: [PageFault(code: .notAsked, message: "not asked for: \(why)", next: "look again later")]
                    ))
                continue
            }
            let report = try await self.report(on: page.url, tags: page.tags, by: requests)
            silent = report.faults.contains { $0.code == .noAnswer } ? silent + 1 : 0
            reports.append(report)
        }
        return reports
    }

    private func report(on url: InvocationURL, tags: Int, by requests: PageRequests) async throws -> PageReport {
        var chain = [url.text]
        func end(_ status: Int?, _ faults: [PageFault]) -> PageReport {
            PageReport(url: url.text, tags: tags, chain: chain, status: status, faults: faults)
        }
        var faults: [PageFault] = []
        var current = url
        while true {
            let answer: PageAnswer
            do {
                answer = try await requests.answer(to: chain[chain.count - 1], on: Self.authority(current))
            } catch let error as WebError {
                return end(nil, faults + [.init(code: .noAnswer, message: error.reason, next: error.next)])
            }
            guard (300..<400).contains(answer.status), answer.status != 304 else {
                return end(answer.status, faults + self.faults(of: answer, at: url))
            }
            let target = answer.location.flatMap { Self.resolve($0, from: chain[chain.count - 1]) }
            guard let target, let next = try? InvocationURL(target), next.isSecure else {
                return end(answer.status, faults + [.badRedirect(answer.location)])
            }
            if chain.contains(target) { return end(answer.status, faults + [.loop(target)]) }
            if chain.count > Self.mostRedirects { return end(answer.status, faults + [.tooMany(chain.count)]) }
            if finder.experience(openedBy: next) == nil { faults.append(.unregistered(target)) }
            chain.append(target)
            current = next
        }
    }

    private static func resolve(_ location: String, from url: String) -> String? {
        URL(string: location, relativeTo: URL(string: url))?.absoluteString
    }

    /// What is wrong with the page itself.
    private func faults(of answer: PageAnswer, at url: InvocationURL) -> [PageFault] {
        guard answer.status == 200 else { return [.status(answer.status)] }
        guard answer.type?.lowercased().hasPrefix("text/html") == true, answer.isMarkup else {
            return [.notHTML(answer.type)]
        }
        let head = answer.head
        var faults: [PageFault] = []
        if let wanted = banner(at: url) {
            if let found = head.banner {
                let (id, bundle) = (found["app-id"] ?? "none", found["app-clip-bundle-id"] ?? "none")
                if id != wanted.appStoreID || bundle != wanted.bundle {
                    faults.append(.banner(of: id, bundle, insteadOf: wanted))
                }
            } else {
                faults.append(.noBanner(wanted))
            }
        }
        if head.contents["og:image"]?.isEmpty ?? true { faults.append(.noPicture) }
        return faults
    }

    /// The banner that the page of a URL has to have. A URL without an experience may be of any of several deployments.
    private func banner(at url: InvocationURL) -> SmartAppBanner? {
        if let experience = finder.experience(openedBy: url) {
            return SmartAppBanner(of: experience, among: deployments)
        }
        guard deployments.count == 1, let app = deployments[0].apps.first else { return nil }
        return deployments[0].appStoreIDs[app].map { SmartAppBanner(app: app, appStoreID: $0) }
    }
}
