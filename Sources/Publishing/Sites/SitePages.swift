internal import AppClips
internal import Faults
internal import Registry
internal import TextCoding

/// A card's words in another language than the experience's own.
package struct PageTranslation: Sendable, Equatable {
    package let title: String
    package let subtitle: String

    package init(title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
    }
}

/// The landing pages of a deployment: one for each path that an experience or a tag names, and beside it one for each further
/// language.
struct SitePages {
    /// Where the pages of a host have their pictures.
    private static let pictureFolder = "app-clip-cards"

    let deployments: [DeploymentProfile]
    let finder: StoreFinder
    let stores: [StoreID: Store]
    let places: StorePlaces
    /// By URL of an experience and language.
    let translations: [String: [String: PageTranslation]]
    let readPicture: (String) throws -> [UInt8]?

    /// Adds the pages of these URLs, and the pictures that they name. Gives the App Clips that have no number in the App
    /// Store.
    func add(_ urls: [InvocationURL], to files: inout [String: [UInt8]]) throws -> Set<String> {
        var seen: Set<String> = []
        var unnumbered: Set<String> = []
        for url in urls where seen.insert("\(url.host)\n\(url.path)").inserted {
            guard let experience = finder.experiences.experience(openedBy: url) else { continue }
            let folder = try Self.folder(of: url)
            guard files["\(folder)/index.html"] == nil else { continue }
            let banner = SmartAppBanner(of: experience, among: deployments)
            if banner == nil, let app = deployments.app(of: experience) { unnumbered.insert(app) }
            var content = PageContent(experience, banner: banner)
            content.store = places.store(of: url).flatMap { stores[$0] }
            content.picture = try picture(of: experience, on: url.host.lowercased(), into: &files)
            let profile = deployments.deployment(of: experience)
            content.android = profile?.android.first?.name
            content.versions = versions(of: experience, at: url)
            for version in content.versions {
                var page = content
                page.language = version.language
                if let words = translations[experience.url.text]?[version.language], version != content.versions[0] {
                    page.title = words.title
                    page.subtitle = words.subtitle
                }
                page.order = profile?.order.flatMap { order(by: $0, at: content.store?.id, in: version.language) }
                let name = version == content.versions[0] ? "index.html" : Self.file(version.language)
                files["\(folder)/\(name)"] = Array(LandingPage(page).html.utf8)
            }
        }
        return unnumbered
    }

    private func order(by order: WebOrder, at store: StoreID?, in language: String) -> PageContent.Link? {
        order.link(at: store).map { .init(label: order.labels[language] ?? $0.host, url: $0.text) }
    }

    /// The experience's own language first.
    private func versions(of experience: Experience, at url: InvocationURL) -> [PageContent.Version] {
        let own = (experience.language ?? "EN").uppercased()
        let others = (translations[experience.url.text] ?? [:]).keys.filter { $0 != own }.sorted()
        let page = "https://\(url.host)\(url.path)"
        let base = page.hasSuffix("/") ? page : "\(page)/"
        return [.init(language: own, url: page)]
            + others.map { .init(language: $0, url: base + Self.file($0)) }
    }

    private static func file(_ language: String) -> String { "index.\(language.lowercased()).html" }

    /// The URL of a card's picture, which is put among the files of the host; nil where there is none to read.
    private func picture(
        of experience: Experience, on host: String, into files: inout [String: [UInt8]]
    ) throws -> String? {
        guard let image = experience.image, let bytes = try readPicture(image) else { return nil }
        // Plain characters alone: the name is in a URL.
        let name = image.split(separator: "/").joined(separator: "-").map { character in
            character.isASCII && (character.isLetter || character.isNumber || "-._".contains(character))
                ? String(character) : "_"
        }.joined()
        files["\(host)/\(Self.pictureFolder)/\(name)"] = bytes
        return "https://\(host)/\(Self.pictureFolder)/\(name)"
    }

    /// Where a web server looks for the pages of a URL.
    private static func folder(of url: InvocationURL) throws(SiteError) -> String {
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
        return components.joined(separator: "/")
    }
}
