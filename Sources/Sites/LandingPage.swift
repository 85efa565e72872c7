internal import AppClips
internal import Markup
public import Registry

/// What people see who scan a tag where no App Clip opens: no scan dead-ends.
public struct LandingPage: Sendable, Equatable {
    public let html: String

    /// The page of an experience. The same experience gives the same bytes.
    public init(_ experience: Experience, banner: SmartAppBanner) {
        let title = MarkupText.escaped(experience.card.title)
        let subtitle = MarkupText.escaped(experience.card.subtitle)
        let language = MarkupText.escaped((experience.language ?? "en").lowercased())
        let store = "https://apps.apple.com/app/id\(MarkupText.escaped(banner.appStoreID))"
        html = """
            <!DOCTYPE html>
            <html lang="\(language)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            \(banner.tag)
            <style>
            body { font-family: system-ui, sans-serif; margin: 4rem auto; max-width: 32rem; padding: 0 1rem; }
            a { color: inherit; }
            </style>
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            <p>\(subtitle)</p>
            <p><a href="\(store)">App Store</a></p>
            </main>
            </body>
            </html>

            """
    }
}
