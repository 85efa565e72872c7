/// `appstore.json` in a deployment's folder: what App Store Connect wants to know beside stores and experiences.
package struct ConnectSettings: Sendable, Hashable, Codable {
    package struct Invocations: Sendable, Hashable, Codable {
        package let tags: [String]
        /// Such as `en-US`.
        package let locale: String

        package init(tags: [String], locale: String) {
            self.tags = tags
            self.locale = locale
        }
    }

    package static var fileName: String { "appstore.json" }

    package let schema: Int
    /// The app's number in App Store Connect.
    package let app: String
    /// The App Clip's bundle identifier.
    package let clip: String
    /// The language of experiences that name none.
    package let defaultLanguage: String?
    package let isPoweredBy: Bool?
    package let businessCategory: String?
    /// By store.
    package let places: [String: Place]?
    /// By URL and language: cards in further languages.
    package let localizations: [String: [String: CardText]]?
    /// The App Clip's bundle of the build that testers have.
    package let buildBundle: String?
    package let invocations: Invocations?
    package let defaultExperience: DefaultExperience?
    /// Countries and regions in which the app has to be available, such as `USA`.
    package let territories: [String]?

    /// Pictures of the default card, by the paths that the file names.
    package var defaultImages: [String] {
        (defaultExperience?.localizations.values).map { $0.compactMap(\.image) } ?? []
    }

    package init(
        app: String, clip: String, defaultLanguage: String? = nil, isPoweredBy: Bool? = nil,
        businessCategory: String? = nil, places: [String: Place]? = nil,
        localizations: [String: [String: CardText]]? = nil, buildBundle: String? = nil,
        invocations: Invocations? = nil, defaultExperience: DefaultExperience? = nil, territories: [String]? = nil
    ) {
        schema = 1
        self.app = app
        self.clip = clip
        self.defaultLanguage = defaultLanguage
        self.isPoweredBy = isPoweredBy
        self.businessCategory = businessCategory
        self.places = places
        self.localizations = localizations
        self.buildBundle = buildBundle
        self.invocations = invocations
        self.defaultExperience = defaultExperience
        self.territories = territories
    }
}
