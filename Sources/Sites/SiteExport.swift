public import AppClips
public import Registry

/// The files that make the hosts of a deployment vouch for its App Clips. Deterministic.
public struct SiteExport: Sendable, Equatable {
    /// One file under the export's folder.
    public struct File: Sendable, Equatable {
        /// `HOST/store/cupertino/index.html`; no component is empty, `.` or `..`.
        public let path: String
        public let bytes: [UInt8]
    }

    public let hosts: [String]
    /// Sorted by path.
    public let files: [File]

    /// One site association for each host of an active experience, merged into `existing(host)`, and one landing page
    /// for each path that an experience or a tag names. Pages name the store that their URLs mean, by `templates`.
    public init(
        deployments: [DeploymentProfile], stores: [Store] = [], templates: [URLTemplate] = [],
        experiences: [Experience], tags: [Tag], existing: (String) throws -> [UInt8]?
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
            let file = try AssociationFile(
                apps: Set(named.count == here.count ? named : named + apps), merging: try existing(host))
            files["\(host)/\(AssociationFile.path)"] = file.bytes
        }
        let index = ExperienceIndex(active.map(\.url))
        let byURL = Dictionary(active.map { ($0.url, $0) }) { first, _ in first }
        let urls = active.map(\.url) + tags.filter { $0.state != .retired }.compactMap { try? InvocationURL($0.url) }
        let places = StorePlaces(urls, StoreFinder(stores: stores, templates: templates, experiences: experiences))
        let known = Dictionary(stores.map { ($0.id, $0) }) { first, _ in first }
        var seen: Set<String> = []
        for url in urls where seen.insert("\(url.host)\n\(url.path)").inserted {
            guard case .match(let winner, _) = index.match(url), let experience = byURL[winner] else { continue }
            let path = try Self.path(of: url)
            guard files[path] == nil else { continue }
            let app = experience.app ?? apps[0]
            guard let number = numbers[app] else {
                throw SiteError.incomplete(
                    "the App Store number of \(app) is not known",
                    next: "name it under appStoreIDs in deployment.json")
            }
            let page = LandingPage(
                experience, at: places.store(of: url).flatMap { known[$0] },
                banner: SmartAppBanner(app: app, appStoreID: number))
            files[path] = Array(page.html.utf8)
        }
        self.files = files.sorted { $0.key < $1.key }.map { File(path: $0.key, bytes: $0.value) }
    }

    private static func check(_ host: String) throws(SiteError) {
        let isSafe = host.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D
        }
        guard isSafe, host.first != ".", !host.isEmpty else {
            throw .badPath(host, "its host is no name for a folder")
        }
    }

    /// Where a web server looks for the page of a URL.
    private static func path(of url: InvocationURL) throws(SiteError) -> String {
        var components = [url.host.lowercased()]
        for segment in url.path.split(separator: "/") {
            guard let name = PercentText.decoded(segment) else {
                throw .badPath(url.text, "its path is no UTF-8 when it is decoded")
            }
            let isSafe =
                name != "." && name != ".." && name.utf8.count <= 200
                && !name.unicodeScalars.contains { $0 == "/" || $0.properties.generalCategory == .control }
            guard isSafe, name != ".well-known" else {
                throw .badPath(url.text, "its path is no name for a file")
            }
            components.append(name)
        }
        return (components + ["index.html"]).joined(separator: "/")
    }
}

/// RFC 3986, 2.1.
enum PercentText {
    static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
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
