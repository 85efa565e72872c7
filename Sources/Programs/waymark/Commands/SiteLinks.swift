import API
import AppClips
import Registry

/// The URLs of a host that its site association has to give to full apps.
enum SiteLinks {
    /// By full app: the registered URLs of its App Clip, and those of its tags. `host` may have a port.
    static func wanted(of holdings: RegistryHoldings, on host: String) -> [String: [InvocationURL]] {
        let name = host.split(separator: ":").first.map { $0.lowercased() } ?? host
        let finder = ExperienceFinder(holdings.experiences)
        let urls =
            holdings.experiences.filter { $0.status == .active }.map(\.url)
            + holdings.tags.filter { $0.state != .retired }.compactMap { try? InvocationURL($0.url) }
        var links: [String: [InvocationURL]] = [:]
        for url in urls where url.host.lowercased() == name {
            guard let experience = finder.experience(openedBy: url) else { continue }
            for deployment in holdings.deployments {
                let clips = experience.app.map { [$0] } ?? deployment.apps
                for full in Set(clips.compactMap { deployment.fullApp(ofClip: $0) }) {
                    links[full, default: []].append(url)
                }
            }
        }
        return links
    }
}
