package import AppClips
internal import HTTPClient
internal import HTTPMessages

/// Fetches a host's site association as Apple does.
package struct SiteProbe: Sendable {
    /// The names of those who fetch for Apple: its CDN, and phones in developer mode. Apple asks that every other is
    /// admitted, too (Technote 3155): one that no list can hold is tried.
    static var agents: [String] {
        let random = String(UInt64.random(in: 1...UInt64.max), radix: 36)
        return ["AASA-Bot/1.0.0", "swcd (unknown version) CFNetwork/1.0 Darwin/1.0", "\(random)/1.0"]
    }

    private let client: WebClient

    /// - Parameters:
    ///   - timeout: for each request.
    ///   - certificateAuthorities: a PEM file, instead of the system's authorities.
    package init(timeout: Duration, certificateAuthorities: String? = nil) {
        var client = WebClient(.network, timeout: timeout)
        client.connectTimeout = timeout
        // Apple follows none.
        client.redirectLimit = 0
        client.certificateAuthorities = certificateAuthorities
        self.client = client
    }

    /// What is wrong at a host, which may have a port; nothing when Apple would take it. `apps` are the App Clips
    /// that it has to vouch for, `links` the URLs by the full app that has to get them. Throws `CancellationError` alone.
    package func faults(
        at host: String, apps: Set<String>, links: [String: [InvocationURL]] = [:]
    ) async throws -> SiteReport {
        let agents = Self.agents
        let url = "https://\(host)/\(AssociationFile.path)"
        let first: WebResponse
        do {
            first = try await ask(url, agent: agents[0])
        } catch let error as WebError {
            return SiteReport(host: host, url: url, apps: [], faults: [SiteFault(error, host: host)])
        }
        if let fault = SiteFault(first, host: host, agent: agents[0]) {
            return SiteReport(host: host, url: url, apps: [], faults: [fault])
        }
        var faults: [SiteFault] = []
        var named: [String] = []
        do {
            let file = try AssociationFile(first.body)
            named = file.apps
            let missing = apps.subtracting(named).sorted()
            if !missing.isEmpty { faults.append(.missing(missing, host: host)) }
            for (app, urls) in links.sorted(by: { $0.key < $1.key }) {
                let closed = urls.filter { !file.links.opens($0, in: app) }
                if !closed.isEmpty { faults.append(.closed(app, closed, host: host)) }
            }
        } catch {
            faults.append(SiteFault(error, body: first.body, headers: first.headers, host: host))
        }
        for agent in agents.dropFirst() {
            if let answer = try? await ask(url, agent: agent), answer.status != first.status {
                faults.append(.refused(agent: agent, status: answer.status, host: host))
                break
            }
        }
        try Task.checkCancellation()
        return SiteReport(host: host, url: url, apps: named, faults: faults)
    }

    private func ask(_ url: String, agent: String) async throws -> WebResponse {
        // What comes must be the file itself: who compresses it unasked would do so for Apple, too.
        try await client.send(
            WebRequest("GET", url, headers: ["User-Agent": agent, "Accept-Encoding": "identity"]),
            limit: AssociationFile.sizeLimit)
    }
}

/// What a host answers.
package struct SiteReport: Sendable, Codable, Equatable {
    package let schema: Int
    package let host: String
    package let url: String
    /// The App Clips that it vouches for.
    package let apps: [String]
    package let faults: [SiteFault]

    init(host: String, url: String, apps: [String], faults: [SiteFault]) {
        schema = 1
        self.host = host
        self.url = url
        self.apps = apps
        self.faults = faults
    }
}
