internal import AppClips
package import Registry

/// What a landing page says, in one language.
package struct PageContent: Sendable, Equatable {
    /// A link with the words on it.
    package struct Link: Sendable, Equatable {
        package let label: String
        package let url: String

        package init(label: String, url: String) {
            self.label = label
            self.url = url
        }
    }

    /// The same page in a language.
    package struct Version: Sendable, Equatable {
        /// Such as `EN`.
        package let language: String
        package let url: String

        package init(language: String, url: String) {
            self.language = language
            self.url = url
        }
    }

    package var title: String
    package var subtitle: String
    /// Such as `EN`; others than App Store Connect's are allowed.
    package var language: String
    package var store: Store?
    /// Without the app's number in the App Store there is neither a banner nor a link.
    package var banner: SmartAppBanner?
    /// The URL of the card's picture.
    package var picture: String?
    /// Where people order on the web.
    package var order: Link?
    /// The package of the app for Android.
    package var android: String?
    /// The page in each of its languages, the first for all who ask for another. Empty or one: it has no others.
    package var versions: [Version] = []

    /// The page of an experience in its own language.
    package init(_ experience: Experience, banner: SmartAppBanner? = nil) {
        title = experience.card.title
        subtitle = experience.card.subtitle
        language = experience.language ?? "EN"
        self.banner = banner
    }
}
