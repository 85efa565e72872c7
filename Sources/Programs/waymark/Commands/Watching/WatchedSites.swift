import API
import AppClips
import ArgumentParsing
import Registry
import Sites
import Watch

/// The hosts of registered URLs, as `waymark site check` looks at them.
struct WatchedSites {
    /// Hosts that are asked at once.
    private static let atOnce = 4

    private let values: ParsedValues
    private let holdings: RegistryHoldings
    private let timeout: Duration

    init(_ values: ParsedValues, _ all: [RegistryHoldings]) {
        self.values = values
        holdings = RegistryHoldings(joining: all)
        timeout = .seconds(ConnectOptions.timeout(values))
    }

    func outcomes() async throws -> [(part: WatchPart, outcome: PartOutcome)] {
        typealias Outcomes = [(part: WatchPart, outcome: PartOutcome)]
        var waiting = Set(holdings.experiences.filter { $0.status == .active }.map { Self.authority($0.url) }).sorted()
        return try await withThrowingTaskGroup(of: Outcomes.self) { group in
            var outcomes: Outcomes = []
            func begin() {
                guard let host = waiting.popLast() else { return }
                group.addTask { try await look(at: host) }
            }
            for _ in 0..<Self.atOnce { begin() }
            while let more = try await group.next() {
                outcomes += more
                begin()
            }
            return outcomes
        }
    }

    private static func authority(_ url: InvocationURL) -> String {
        let host = url.host.lowercased()
        return url.port.flatMap { $0.isEmpty || $0 == "443" ? nil : "\(host):\($0)" } ?? host
    }

    private func look(at host: String) async throws -> [(part: WatchPart, outcome: PartOutcome)] {
        let here = holdings.experiences.filter { $0.status == .active && Self.authority($0.url) == host }
        // Apple keeps copies of what has a name and the usual port.
        let hasCopy = !host.contains(":") && host.contains(where: \.isLetter)
        let asksCopy = hasCopy && values[WatchOptions.copies] != "none"
        let probe = SiteProbe(
            timeout: timeout, copies: asksCopy ? values[WatchOptions.copies] : nil,
            server: values[WatchOptions.connectTo], certificateAuthorities: values[WatchOptions.authorities])
        let report = try await probe.faults(
            at: host, apps: holdings.deployments.apps(on: SiteLinks.name(of: host), of: here),
            links: SiteLinks.wanted(of: holdings, on: host))
        let site = try SiteOutcomes(report, asksCopy: asksCopy)
        var outcomes = [site.site]
        if let copy = site.copy { outcomes.append(copy) }
        guard values[WatchOptions.pages] else { return outcomes }
        let part = WatchPart(.pages, host)
        if let why = site.silenceReason {
            outcomes.append((part, .notChecked(why: why)))
        } else {
            outcomes.append((part, try await pages(of: host, part)))
        }
        return outcomes
    }

    private func pages(of host: String, _ part: WatchPart) async throws -> PartOutcome {
        let probe = PageProbe(
            deployments: holdings.deployments, experiences: holdings.experiences, timeout: timeout,
            within: .seconds(values[WatchOptions.within]), server: values[WatchOptions.connectTo],
            certificateAuthorities: values[WatchOptions.authorities])
        let urls = holdings.tags.filter { $0.state != .retired }.compactMap { try? InvocationURL($0.url) }
        return try PartOutcome(
            pages: try await probe.reports(on: urls.filter { Self.authority($0) == host }), in: part)
    }
}

extension RegistryHoldings {
    /// What several hold together.
    fileprivate init(joining all: [RegistryHoldings]) {
        self.init(
            deployments: all.flatMap(\.deployments), stores: all.flatMap(\.stores),
            experiences: all.flatMap(\.experiences), templates: all.flatMap(\.storeTemplates), tags: all.flatMap(\.tags)
        )
    }
}
