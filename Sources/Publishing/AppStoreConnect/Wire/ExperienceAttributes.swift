/// The attributes of an advanced App Clip experience: read, created and changed with different parts of them.
public struct ExperienceAttributes: Sendable, Hashable, Codable {
    /// The registered URL. It is given when the experience is created and never changes.
    public var link: String?
    public var defaultLanguage: Tolerated<Language>?
    /// Whether the App Clip is a platform's that serves other businesses.
    public var isPoweredBy: Bool?
    public var action: Tolerated<ActionWord>?
    public var businessCategory: String?
    public var place: Place?
    /// Read only.
    public var status: Tolerated<ExperienceStatus>?
    /// Read only.
    public var placeStatus: String?
    /// Changed only: true takes the experience out of service.
    public var removed: Bool?

    public init(
        link: String? = nil, defaultLanguage: Tolerated<Language>? = nil, isPoweredBy: Bool? = nil,
        action: Tolerated<ActionWord>? = nil, businessCategory: String? = nil, place: Place? = nil,
        status: Tolerated<ExperienceStatus>? = nil, removed: Bool? = nil
    ) {
        self.link = link
        self.defaultLanguage = defaultLanguage
        self.isPoweredBy = isPoweredBy
        self.action = action
        self.businessCategory = businessCategory
        self.place = place
        self.status = status
        self.removed = removed
    }
}

/// Title and subtitle of a card in one language.
public struct LocalizationAttributes: Sendable, Hashable, Codable {
    public var language: Tolerated<Language>?
    public var title: String?
    public var subtitle: String?

    public init(language: Tolerated<Language>, title: String, subtitle: String) {
        self.language = language
        self.title = title
        self.subtitle = subtitle
    }
}
