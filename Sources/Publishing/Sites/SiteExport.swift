internal import AppClips
internal import Faults
package import Registry
internal import TextCoding

/// The files that make the hosts of a deployment vouch for its App Clips. Deterministic.
package struct SiteExport: Sendable, Equatable {
    /// One file under the export's folder.
    package struct File: Sendable, Equatable {
        /// `HOST/store/cupertino/index.html`; no component is empty, `.` or `..`.
        package let path: String
        package let bytes: [UInt8]
        /// Whether it holds what was there already, and takes its place therefore.
        package var isMerged: Bool { path.contains("/.well-known/") }
    }

    package let hosts: [String]
    /// Sorted by path.
    package let files: [File]
    /// App Clips whose App Store number the deployment does not name: their pages have no Smart App Banner and no link
    /// to the App Store. Sorted.
    package let unnumbered: [String]

    /// For each host of an active experience one site association, and one `assetlinks.json` where there are Android apps, each
    /// merged into the `existing` one; and landing pages for each path that an experience or a tag names. Pages name the store
    /// that their URLs mean, by `templates`, and their card's picture, which `pictures` reads by the name in the experience.
    /// `translations` are by URL of an experience and language.
    package init(
        deployments: [DeploymentProfile], stores: [Store] = [], templates: [StoreTemplate] = [],
        experiences: [Experience], tags: [Tag], pictures: @escaping (String) throws -> [UInt8]? = { _ in nil },
        translations: [String: [String: PageTranslation]] = [:],
        existing: (_ host: String, _ path: String) throws -> [UInt8]?
    ) throws {
        let active = experiences.filter { $0.status == .active }
        guard deployments.contains(where: { !$0.apps.isEmpty }) else {
            throw SiteError.incomplete(
                "the deployment names no App Clip", next: "list TEAMID.bundle.Clip under apps in deployment.json")
        }
        hosts = Set(active.map { $0.url.host.lowercased() }).sorted()
        var files: [String: [UInt8]] = [:]
        for host in hosts {
            try Self.check(host)
            let here = active.filter { $0.url.host.lowercased() == host }
            let file = try AssociationFile(
                apps: deployments.apps(on: host, of: active), links: Self.links(of: here, deployments),
                merging: try existing(host, AssociationFile.path))
            files["\(host)/\(AssociationFile.path)"] = file.bytes
            let android = deployments.android(on: host, of: active)
            if !android.isEmpty {
                let links = try AssetLinksFile(apps: android, merging: try existing(host, AssetLinksFile.path))
                files["\(host)/\(AssetLinksFile.path)"] = links.bytes
            }
        }
        let finder = StoreFinder(stores: stores, templates: templates, experiences: experiences)
        let urls = active.map(\.url) + tags.filter { $0.state != .retired }.compactMap { try? InvocationURL($0.url) }
        let pages = SitePages(
            deployments: deployments, finder: finder,
            stores: Dictionary(stores.map { ($0.id, $0) }) { first, _ in first }, places: StorePlaces(urls, finder),
            translations: translations, readPicture: pictures)
        let unnumbered = try pages.add(urls, to: &files)
        self.unnumbered = unnumbered.sorted()
        self.files = files.sorted { $0.key < $1.key }.map { File(path: $0.key, bytes: $0.value) }
    }

    /// What each full app of the deployments opens: the URLs of the experiences of its App Clip, or nothing.
    private static func links(
        of experiences: [Experience], _ deployments: [DeploymentProfile]
    ) -> [String: [LinkComponent]] {
        var urls: [String: [InvocationURL]] = [:]
        for full in deployments.flatMap(\.fullApps) { urls[full] = [] }
        for experience in experiences {
            for full in deployments.fullApps(of: experience) { urls[full, default: []].append(experience.url) }
        }
        return urls.mapValues { LinkComponent.opening($0) }
    }

    private static func check(_ host: String) throws(SiteError) {
        let isSafe = host.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D
        }
        guard isSafe, host.first != ".", !host.isEmpty else {
            throw .badPath(host, "its host is not a name for a folder")
        }
    }
}

extension SiteError {
    fileprivate static func incomplete(_ reason: String, next: String) -> SiteError {
        SiteError(code: .incomplete, message: "cannot export the site", reason: reason, next: next)
    }

    static func badPath(_ url: String, _ reason: String) -> SiteError {
        SiteError(
            code: .badPath, message: "cannot make a page for \(url)", reason: reason,
            next: "use plain words in the paths of registered URLs and of tags")
    }
}
