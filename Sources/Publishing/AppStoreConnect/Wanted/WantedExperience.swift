/// Title and subtitle of a card.
package struct CardText: Sendable, Hashable, Codable {
    /// 1 to 30 characters.
    package let title: String
    /// 1 to 56 characters.
    package let subtitle: String

    package init(title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
    }
}

/// A header image on this machine.
package struct WantedImage: Sendable, Hashable {
    /// The path relative to the deployment.
    package let path: String
    /// Bytes.
    package let size: Int
    /// MD5 as hexadecimal digits.
    package let checksum: String

    package init(path: String, size: Int, checksum: String) {
        self.path = path
        self.size = size
        self.checksum = checksum
    }

    /// The file's name without folders.
    package var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// An experience as the deployment wants it.
package struct WantedExperience: Sendable, Hashable {
    /// The registered URL: the key that distinguishes experiences.
    package let link: String
    package let attributes: ExperienceAttributes
    package let localizations: [Tolerated<Language>: CardText]
    package let image: WantedImage?
    /// Whether it is to be served; a retired one is deactivated.
    package let isActive: Bool

    package init(
        link: String, attributes: ExperienceAttributes, localizations: [Tolerated<Language>: CardText],
        image: WantedImage?, isActive: Bool = true
    ) {
        self.link = link
        self.attributes = attributes
        self.localizations = localizations
        self.image = image
        self.isActive = isActive
    }
}

/// An invocation for testers as the deployment wants it.
package struct WantedInvocation: Sendable, Hashable {
    /// The most that a build takes.
    package static let limit = 3

    /// The key that distinguishes invocations.
    package let url: String
    package let title: String
    /// Such as `en-US`.
    package let locale: String

    package init(url: String, title: String, locale: String) {
        self.url = url
        self.title = title
        self.locale = locale
    }
}
