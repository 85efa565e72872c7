package import AppClips
package import HTTPClient
internal import HTTPMessages
package import Registry

/// Fetches a host's site association as Apple does.
package struct SiteProbe: Sendable {
    /// The names of those who fetch for Apple: its CDN, and phones in developer mode. Apple asks that every other is
    /// admitted, too (Technote 3155): one that no list can hold is tried.
    static var agents: [String] {
        let random = String(UInt64.random(in: 1...UInt64.max), radix: 36)
        return ["AASA-Bot/1.0.0", "swcd (unknown version) CFNetwork/1.0 Darwin/1.0", "\(random)/1.0"]
    }

    let client: WebClient
    /// Apple's servers are asked, whatever server is asked in the place of the host.
    let copies: (address: String, client: WebClient)?
    /// `HOST:PORT` that is asked in the place of the host.
    let server: String?
    /// Whether this machine has a route to the Internet in a family.
    let hasRoute: @Sendable (AddressFamily) -> Bool

    /// - Parameters:
    ///   - timeout: for each request.
    ///   - copies: where Apple's copies are; nil: they are not looked at.
    ///   - server: `HOST:PORT` of a server to be asked in the place of the host.
    ///   - certificateAuthorities: a PEM file, instead of the system's authorities.
    ///   - hasRoute: whether this machine has a route to the Internet in a family.
    package init(
        timeout: Duration, copies: String? = nil, server: String? = nil, certificateAuthorities: String? = nil,
        hasRoute: @escaping @Sendable (AddressFamily) -> Bool = { $0.hasRoute }
    ) {
        var client = WebClient(.network, timeout: timeout)
        client.connectTimeout = timeout
        // Apple follows none.
        client.redirectLimit = 0
        client.certificateAuthorities = certificateAuthorities
        self.copies = copies.map { [client] in ($0, client) }
        client.connectTo = server
        self.client = client
        self.server = server
        self.hasRoute = hasRoute
    }

    /// What is wrong at a host, which may have a port; nothing when Apple would take it. `apps` are the App Clips
    /// that it has to vouch for, `links` the URLs by the full app that has to get them, `android` the apps that get them there. Throws `CancellationError` alone.
    package func faults(
        at host: String, apps: Set<String>, links: [String: [InvocationURL]] = [:], android: [AndroidApp] = []
    ) async throws -> SiteReport {
        var (report, origin) = try await self.origin(at: host, apps: apps, links: links)
        report = report.with(try await androidFaults(at: host, apps: android), notChecked: [])
        guard let copies else { return report }
        // Apple has copies of what the Internet reaches, at the usual port.
        guard !host.contains(":"), host.contains(where: \.isLetter) else {
            return report.with([], notChecked: ["Apple's copy: it has none of a host with a port or without a name"])
        }
        let copy = try await self.copy(of: host, at: copies, origin: origin, apps: apps, links: links)
        return report.with(copy.faults, notChecked: copy.notChecked)
    }

    /// What the host itself answers.
    private func origin(
        at host: String, apps: Set<String>, links: [String: [InvocationURL]]
    ) async throws -> (report: SiteReport, file: AssociationFile?) {
        let agents = Self.agents
        let url = "https://\(host)/\(AssociationFile.path)"
        let answers = try await answers(to: url, of: host, agent: agents[0])
        guard let best = answers.best(host, agent: agents[0]) else {
            let faults = answers.error.map { [SiteFault($0, host: host)] } ?? []
            return (SiteReport(host: host, url: url, apps: [], faults: faults), nil)
        }
        let first = best.response
        let families = try await self.faults(of: answers, beside: best, at: host)
        if let fault = SiteFault(first, host: host, agent: agents[0]) {
            return (
                SiteReport(
                    host: host, url: url, apps: [], faults: [fault] + families.faults, notChecked: families.notChecked),
                nil
            )
        }
        var faults: [SiteFault] = []
        var association: AssociationFile?
        do {
            let file = try AssociationFile(first.body)
            association = file
            let missing = apps.subtracting(file.apps).sorted()
            if !missing.isEmpty { faults.append(.missing(missing, host: host)) }
            for (app, urls) in links.sorted(by: { $0.key < $1.key }) {
                let closed = urls.filter { !file.links.opens($0, in: app) }
                if !closed.isEmpty { faults.append(.closed(app, closed, host: host)) }
            }
        } catch {
            faults.append(SiteFault(error, body: first.body, headers: first.headers, host: host))
        }
        let others = try await self.faults(
            ofAgents: Array(agents.dropFirst()), beside: (agents[0], first), at: url, of: host,
            by: client(over: best.family))
        faults += others.faults
        if association != nil, let fault = SiteFault(contentType: first.headers["Content-Type"], host: host) {
            faults.append(fault)
        }
        return (
            SiteReport(
                host: host, url: url, apps: association?.apps ?? [], faults: faults + families.faults,
                notChecked: families.notChecked + others.notChecked), association
        )
    }

    static func ask(_ url: String, agent: String, _ client: WebClient) async throws -> WebResponse {
        // What comes must be the file itself: who compresses it unasked would do so for Apple, too.
        try await client.send(
            WebRequest("GET", url, headers: ["User-Agent": agent, "Accept-Encoding": "identity"]),
            limit: AssociationFile.sizeLimit)
    }
}

/// What a host answers.
package struct SiteReport: Sendable, Codable, Equatable {
    /// How what is not checked begins where it is about user agents.
    package static let agentWords = "user agents"

    package let schema: Int
    package let host: String
    package let url: String
    /// The App Clips that it vouches for.
    package let apps: [String]
    package let faults: [SiteFault]
    /// What could not be looked at, in words.
    package let notChecked: [String]

    /// The same with further faults.
    func with(_ more: [SiteFault], notChecked: [String]) -> SiteReport {
        SiteReport(
            host: host, url: url, apps: apps, faults: faults + more, notChecked: self.notChecked + notChecked)
    }

    init(host: String, url: String, apps: [String], faults: [SiteFault], notChecked: [String] = []) {
        self.notChecked = notChecked
        schema = 1
        self.host = host
        self.url = url
        self.apps = apps
        self.faults = faults
    }
}
