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
    }

    package let hosts: [String]
    /// Sorted by path.
    package let files: [File]
    /// App Clips whose App Store number the deployment does not name: their pages have no Smart App Banner and no link
    /// to the App Store. Sorted.
    package let unnumbered: [String]

    /// One site association for each host of an active experience, merged into `existing(host)`, and one landing page
    /// for each path that an experience or a tag names. Pages name the store that their URLs mean, by `templates`, and their
    /// card's picture, which `pictures` reads by the name in the experience.
    package init(
        deployments: [DeploymentProfile], stores: [Store] = [], templates: [StoreTemplate] = [],
        experiences: [Experience], tags: [Tag], pictures: (String) throws -> [UInt8]? = { _ in nil },
        existing: (String) throws -> [UInt8]?
    ) throws {
        let active = experiences.filter { $0.status == .active }
        let apps = deployments.flatMap(\.apps)
        let numbers = deployments.reduce(into: [:]) { $0.merge($1.appStoreIDs) { first, _ in first } }
        guard !apps.isEmpty else {
            throw SiteError.incomplete(
                "the deployment names no App Clip", next: "list TEAMID.bundle.Clip under apps in deployment.json")
        }
        hosts = Set(active.map { $0.url.host.lowercased() }).sorted()
        var files: [String: [UInt8]] = [:]
        for host in hosts {
            try Self.check(host)
            let here = active.filter { $0.url.host.lowercased() == host }
            let named = here.compactMap(\.app)
            let onHost = Set(named.count == here.count ? named : named + apps)
            let file = try AssociationFile(
                apps: onHost, links: Self.links(of: here, apps: apps, deployments), merging: try existing(host))
            files["\(host)/\(AssociationFile.path)"] = file.bytes
        }
        let finder = StoreFinder(stores: stores, templates: templates, experiences: experiences)
        let urls = active.map(\.url) + tags.filter { $0.state != .retired }.compactMap { try? InvocationURL($0.url) }
        let places = StorePlaces(urls, finder)
        let known = Dictionary(stores.map { ($0.id, $0) }) { first, _ in first }
        var seen: Set<String> = []
        var unnumbered: Set<String> = []
        for url in urls where seen.insert("\(url.host)\n\(url.path)").inserted {
            guard let experience = finder.experiences.experience(openedBy: url) else { continue }
            let path = try Self.path(of: url)
            guard files[path] == nil else { continue }
            let app = experience.app ?? apps[0]
            if numbers[app] == nil { unnumbered.insert(app) }
            let picture = try Self.picture(of: experience, on: url.host.lowercased(), into: &files, pictures)
            let page = LandingPage(
                experience, at: places.store(of: url).flatMap { known[$0] },
                banner: numbers[app].map { SmartAppBanner(app: app, appStoreID: $0) }, picture: picture)
            files[path] = Array(page.html.utf8)
        }
        self.unnumbered = unnumbered.sorted()
        self.files = files.sorted { $0.key < $1.key }.map { File(path: $0.key, bytes: $0.value) }
    }

    /// Where the pages of a host have their pictures.
    private static let pictureFolder = "app-clip-cards"

    /// The URL of a card's picture, which is put among the files of the host; nil where there is none to read.
    private static func picture(
        of experience: Experience, on host: String, into files: inout [String: [UInt8]],
        _ read: (String) throws -> [UInt8]?
    ) throws -> String? {
        guard let image = experience.image, let bytes = try read(image) else { return nil }
        // Plain characters alone: the name is in a URL.
        let name = image.split(separator: "/").joined(separator: "-").map { character in
            character.isASCII && (character.isLetter || character.isNumber || "-._".contains(character))
                ? String(character) : "_"
        }.joined()
        files["\(host)/\(pictureFolder)/\(name)"] = bytes
        return "https://\(host)/\(pictureFolder)/\(name)"
    }

    /// What each full app opens: the URLs of the experiences of its App Clip.
    private static func links(
        of experiences: [Experience], apps: [String], _ deployments: [DeploymentProfile]
    ) -> [String: [LinkComponent]] {
        var urls: [String: [InvocationURL]] = [:]
        for experience in experiences {
            let clips = experience.app.map { [$0] } ?? apps
            for full in Set(clips.compactMap { clip in deployments.lazy.compactMap { $0.fullApp(ofClip: clip) }.first })
            {
                urls[full, default: []].append(experience.url)
            }
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

    /// Where a web server looks for the page of a URL.
    private static func path(of url: InvocationURL) throws(SiteError) -> String {
        var components = [url.host.lowercased()]
        for segment in url.path.split(separator: "/") {
            guard let name = PercentCoding.decode(segment) else {
                throw .badPath(url.text, "its path is not UTF-8 when it is decoded")
            }
            let isSafe =
                name != "." && name != ".." && name.utf8.count <= 200
                && !name.unicodeScalars.contains { $0 == "/" || $0.properties.generalCategory == .control }
            guard isSafe, name != ".well-known" else {
                throw .badPath(url.text, "its path is not a name for a file")
            }
            components.append(name)
        }
        return (components + ["index.html"]).joined(separator: "/")
    }
}

extension SiteError {
    fileprivate static func incomplete(_ reason: String, next: String) -> SiteError {
        SiteError(code: .incomplete, message: "cannot export the site", reason: reason, next: next)
    }

    fileprivate static func badPath(_ url: String, _ reason: String) -> SiteError {
        SiteError(
            code: .badPath, message: "cannot make a page for \(url)", reason: reason,
            next: "use plain words in the paths of registered URLs and of tags")
    }
}
