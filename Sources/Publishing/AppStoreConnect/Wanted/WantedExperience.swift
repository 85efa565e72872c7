/// Title and subtitle of a card.
public struct CardText: Sendable, Hashable, Codable {
    /// 1 to 30 characters.
    public let title: String
    /// 1 to 56 characters.
    public let subtitle: String

    public init(title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
    }
}

/// A header image on this machine.
public struct WantedImage: Sendable, Hashable {
    /// The path relative to the deployment.
    public let path: String
    /// Bytes.
    public let size: Int
    /// MD5 as hexadecimal digits.
    public let checksum: String

    public init(path: String, size: Int, checksum: String) {
        self.path = path
        self.size = size
        self.checksum = checksum
    }

    /// The file's name without folders.
    public var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// An experience as the deployment wants it.
public struct WantedExperience: Sendable, Hashable {
    /// The registered URL: the key that distinguishes experiences.
    public let link: String
    public let attributes: ExperienceAttributes
    public let localizations: [Tolerated<Language>: CardText]
    public let image: WantedImage?
    /// Whether it is to be served; a retired one is deactivated.
    public let isActive: Bool

    public init(
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
public struct WantedInvocation: Sendable, Hashable {
    /// The most that a build takes.
    public static let limit = 3

    /// The key that distinguishes invocations.
    public let url: String
    public let title: String
    /// Such as `en-US`.
    public let locale: String

    public init(url: String, title: String, locale: String) {
        self.url = url
        self.title = title
        self.locale = locale
    }
}
