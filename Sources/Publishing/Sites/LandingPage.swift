internal import AppClips
internal import Markup
package import Registry

/// The page for phones without App Clips, and for links in other apps.
///
/// An iPhone does not show it in the place of an App Clip that fails: where a tag's host has App Clips and none of its
/// experiences matches, people see a card with an error.
///
/// It has no words of its own but the App Store's name, so that it stays in the card's language, and loads nothing
/// else: no picture, no script, no font. The card's picture is named for links in Messages (`og:image`).
package struct LandingPage: Sendable, Equatable {
    package let html: String

    /// The page of an experience, at a store if its URL means one. The same experience gives the same bytes. Without
    /// the app's number in the App Store the page has neither a banner nor a link.
    /// `picture` is the URL of the card's picture.
    package init(
        _ experience: Experience, at store: Store? = nil, banner: SmartAppBanner?, picture: String? = nil
    ) {
        let title = MarkupText.escaped(experience.card.title)
        let subtitle = MarkupText.escaped(experience.card.subtitle)
        let language = MarkupText.escaped((experience.language ?? "en").lowercased())
        html = """
            <!DOCTYPE html>
            <html lang="\(language)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            \(banner.map { "\($0.tag)\n" } ?? "")\(picture.map(Self.picture) ?? "")<style>
            :root { color-scheme: light dark; }
            body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f4f3ef; color: #1b1f24;
              font: 18px/1.5 system-ui, sans-serif; }
            main { box-sizing: border-box; width: min(26rem, 100% - 2rem); padding: 2.5rem 2rem; background: #fff;
              border-radius: 1.25rem; box-shadow: 0 1px 3px rgb(0 0 0 / 12%); text-align: center; overflow-wrap: anywhere; }
            h1 { margin: 0 0 .25rem; font-size: 1.9rem; line-height: 1.2; }
            p { margin: 0; }
            .store { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid #dedcd4; color: #5c6570;
              font-size: 1rem; }
            .store b { display: block; color: #1b1f24; }
            a { display: inline-block; margin-top: 1.75rem; padding: .7rem 1.6rem; border-radius: 2rem; background: #0a63c9;
              color: #fff; font-weight: 600; text-decoration: none; }
            @media (prefers-color-scheme: dark) {
              body { background: #14171a; color: #e9e7e1; }
              main { background: #1c2024; }
              .store { border-color: #32383e; color: #a0a8b0; }
              .store b { color: #e9e7e1; }
            }
            </style>
            </head>
            <body>
            <main>
            <h1>\(title)</h1>
            <p>\(subtitle)</p>
            \(store.map(Self.place) ?? "")\(banner.map(Self.link) ?? "")</main>
            </body>
            </html>

            """
    }

    private static func picture(_ url: String) -> String {
        "<meta property=\"og:image\" content=\"\(MarkupText.escaped(url))\">\n"
    }

    private static func link(_ banner: SmartAppBanner) -> String {
        "<a href=\"https://apps.apple.com/app/id\(MarkupText.escaped(banner.appStoreID))\">App Store</a>\n"
    }

    private static func place(_ store: Store) -> String {
        let address = store.address.map { " \(MarkupText.escaped($0))" } ?? ""
        return "<p class=\"store\"><b>\(MarkupText.escaped(store.name))</b>\(address)</p>\n"
    }
}
