/// The default experience's card as the deployment wants it. Its title is the app's name.
package struct WantedDefault: Sendable, Hashable {
    /// The card in one locale.
    package struct Text: Sendable, Hashable {
        /// 1 to 56 characters.
        package let subtitle: String
        /// Nil: whatever is there stays.
        package let image: WantedImage?

        package init(subtitle: String, image: WantedImage? = nil) {
            self.subtitle = subtitle
            self.image = image
        }
    }

    /// The app's version, such as `2.1`; nil: the one in preparation.
    package let version: String?
    package let action: Tolerated<ActionWord>
    /// By locale of the App Store, such as `en-US`.
    package let texts: [String: Text]
    /// What App Review opens; nil: whatever is there stays.
    package let invocationURLs: [String]?

    package init(
        version: String? = nil, action: Tolerated<ActionWord>, texts: [String: Text], invocationURLs: [String]? = nil
    ) {
        self.version = version
        self.action = action
        self.texts = texts
        self.invocationURLs = invocationURLs
    }

    init(_ settings: ConnectSettings.DefaultExperience, images: [String: WantedImage]) {
        self.init(
            version: settings.version, action: Tolerated(settings.action),
            texts: settings.localizations.mapValues {
                Text(subtitle: $0.subtitle, image: $0.image.flatMap { images[$0] })
            }, invocationURLs: settings.invocationURLs)
    }
}
