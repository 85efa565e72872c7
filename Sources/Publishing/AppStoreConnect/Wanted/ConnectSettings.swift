/// `appstore.json` in a deployment's folder: what App Store Connect wants to know beside stores and experiences.
public struct ConnectSettings: Sendable, Hashable, Codable {
    public struct Invocations: Sendable, Hashable, Codable {
        public let tags: [String]
        /// Such as `en-US`.
        public let locale: String

        public init(tags: [String], locale: String) {
            self.tags = tags
            self.locale = locale
        }
    }

    public static var fileName: String { "appstore.json" }

    public let schema: Int
    /// The app's number in App Store Connect.
    public let app: String
    /// The App Clip's bundle identifier.
    public let clip: String
    /// The language of experiences that name none.
    public let defaultLanguage: String?
    public let isPoweredBy: Bool?
    public let businessCategory: String?
    /// By store.
    public let places: [String: Place]?
    /// By URL and language: cards in further languages.
    public let localizations: [String: [String: CardText]]?
    /// The App Clip's bundle of the build that testers have.
    public let buildBundle: String?
    public let invocations: Invocations?

    public init(
        app: String, clip: String, defaultLanguage: String? = nil, isPoweredBy: Bool? = nil,
        businessCategory: String? = nil, places: [String: Place]? = nil,
        localizations: [String: [String: CardText]]? = nil, buildBundle: String? = nil,
        invocations: Invocations? = nil
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
    }
}
