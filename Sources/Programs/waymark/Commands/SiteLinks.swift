import API
import AppClips
import Registry

/// The URLs of a host that its site association has to give to full apps.
enum SiteLinks {
    /// A host as URLs are compared with it: in lower case, without its port.
    static func name(of host: String) -> String { host.split(separator: ":").first.map { $0.lowercased() } ?? host }

    /// By full app: the registered URLs of its App Clip, and those of its tags. `host` may have a port.
    static func wanted(of holdings: RegistryHoldings, on host: String) -> [String: [InvocationURL]] {
        let name = Self.name(of: host)
        let finder = ExperienceFinder(holdings.experiences)
        let urls =
            holdings.experiences.filter { $0.status == .active }.map(\.url)
            + holdings.tags.filter { $0.state != .retired }.compactMap { try? InvocationURL($0.url) }
        var links: [String: [InvocationURL]] = [:]
        // Many tags share an experience.
        var apps: [InvocationURL: Set<String>] = [:]
        for url in urls where url.host.lowercased() == name {
            guard let experience = finder.experience(openedBy: url) else { continue }
            let full = apps[experience.url] ?? holdings.deployments.fullApps(of: experience)
            apps[experience.url] = full
            for app in full { links[app, default: []].append(url) }
        }
        return links
    }
}
