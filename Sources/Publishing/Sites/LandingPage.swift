internal import Markup
internal import Registry

/// The page for phones without App Clips, and for links in other apps.
///
/// An iPhone does not show it in the place of an App Clip that fails: where a tag's host has App Clips and none of its
/// experiences matches, people see a card with an error.
///
/// Its words are the deployment's own and the names of the stores for apps, so that it stays in its language, and it loads
/// nothing else: no picture, no script, no font. The card's picture is named for links in Messages (`og:image`).
package struct LandingPage: Sendable, Equatable {
    package let html: String

    /// The same content gives the same bytes.
    package init(_ content: PageContent) {
        let title = MarkupText.escaped(content.title)
        let subtitle = MarkupText.escaped(content.subtitle)
        html = """
            <!DOCTYPE html>
            \(Self.root(content))
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <meta name="description" content="\(subtitle)">
            <meta property="og:title" content="\(title)">
            \(Self.head(content))<style>
            \(PageStyle.text)
            </style>
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            <p>\(subtitle)</p>
            \(content.store.map(Self.place) ?? "")\(Self.links(content))</main>
            \(Self.languages(content))</body>
            </html>

            """
    }

    private static func root(_ content: PageContent) -> String {
        let language = PageLanguage(code: content.language.uppercased())
        let direction = language.isRightToLeft ? " dir=\"rtl\"" : ""
        return "<html lang=\"\(MarkupText.escaped(language.tag))\"\(direction)>"
    }

    private static func head(_ content: PageContent) -> String {
        var lines: [String] = []
        if let banner = content.banner { lines.append(banner.tag) }
        if let picture = content.picture {
            lines.append("<meta property=\"og:image\" content=\"\(MarkupText.escaped(picture))\">")
        }
        if content.versions.count > 1, let first = content.versions.first {
            for version in content.versions {
                lines.append(alternate(version.url, PageLanguage(code: version.language).tag))
            }
            lines.append(alternate(first.url, "x-default"))
        }
        return lines.map { "\($0)\n" }.joined()
    }

    private static func alternate(_ url: String, _ language: String) -> String {
        let tag = MarkupText.escaped(language)
        return "<link rel=\"alternate\" hreflang=\"\(tag)\" href=\"\(MarkupText.escaped(url))\">"
    }

    /// The first is what most people want.
    private static func links(_ content: PageContent) -> String {
        var links: [PageContent.Link] = [content.order].compactMap { $0 }
        if let banner = content.banner {
            links.append(.init(label: "App Store", url: "https://apps.apple.com/app/id\(banner.appStoreID)"))
        }
        if let android = content.android {
            links.append(
                .init(label: "Google Play", url: "https://play.google.com/store/apps/details?id=\(android)"))
        }
        guard !links.isEmpty else { return "" }
        let items = links.enumerated().map { index, link in
            let role = index == 0 ? " class=\"first\"" : ""
            return "<a\(role) href=\"\(MarkupText.escaped(link.url))\">\(MarkupText.escaped(link.label))</a>"
        }
        return "<div class=\"links\">\n\(items.joined(separator: "\n"))\n</div>\n"
    }

    private static func place(_ store: Store) -> String {
        let address = store.address.map { " \(MarkupText.escaped($0))" } ?? ""
        return "<p class=\"store\"><b>\(MarkupText.escaped(store.name))</b>\(address)</p>\n"
    }

    private static func languages(_ content: PageContent) -> String {
        guard content.versions.count > 1 else { return "" }
        let items = content.versions.map { version in
            let language = PageLanguage(code: version.language)
            let tag = MarkupText.escaped(language.tag)
            let name = MarkupText.escaped(language.name)
            return version.language.uppercased() == content.language.uppercased()
                ? "<b lang=\"\(tag)\">\(name)</b>"
                : "<a href=\"\(MarkupText.escaped(version.url))\" lang=\"\(tag)\" hreflang=\"\(tag)\">\(name)</a>"
        }
        return "<nav>\n\(items.joined(separator: "\n"))\n</nav>\n"
    }
}
