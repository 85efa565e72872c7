internal import HTTPClient
internal import HTTPMessages

/// Fetches a host's site association as Apple does.
package struct SiteProbe: Sendable {
    /// The names of those who fetch for Apple: its CDN, and phones in developer mode.
    static let agents = ["AASA-Bot/1.0.0", "swcd (unknown version) CFNetwork/1.0 Darwin/1.0"]

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
    /// that it has to vouch for. Throws `CancellationError` alone.
    package func faults(at host: String, apps: Set<String>) async throws -> SiteReport {
        let url = "https://\(host)/\(AssociationFile.path)"
        let first: WebResponse
        do {
            first = try await ask(url, agent: Self.agents[0])
        } catch let error as WebError {
            return SiteReport(host: host, url: url, apps: [], faults: [SiteFault(error, host: host)])
        }
        if let fault = SiteFault(first, host: host, agent: Self.agents[0]) {
            return SiteReport(host: host, url: url, apps: [], faults: [fault])
        }
        var faults: [SiteFault] = []
        var named: [String] = []
        do {
            named = try AssociationFile(first.body).apps
            let missing = apps.subtracting(named).sorted()
            if !missing.isEmpty { faults.append(.missing(missing, host: host)) }
        } catch {
            faults.append(SiteFault(error, body: first.body, headers: first.headers, host: host))
        }
        if let second = try? await ask(url, agent: Self.agents[1]), second.status != first.status {
            faults.append(.refused(agent: Self.agents[1], status: second.status, host: host))
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
