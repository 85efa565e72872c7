/// The attributes of an advanced App Clip experience: read, created and changed with different parts of them.
package struct ExperienceAttributes: Sendable, Hashable, Codable {
    /// The registered URL. It is given when the experience is created and never changes.
    package var link: String?
    package var defaultLanguage: Tolerated<Language>?
    /// Whether the App Clip is a platform's that serves other businesses.
    package var isPoweredBy: Bool?
    package var action: Tolerated<ActionWord>?
    package var businessCategory: String?
    package var place: Place?
    /// Read only.
    package var status: Tolerated<ExperienceStatus>?
    /// Read only.
    package var placeStatus: String?
    /// Changed only: true takes the experience out of service.
    package var removed: Bool?

    package init(
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
package struct LocalizationAttributes: Sendable, Hashable, Codable {
    package var language: Tolerated<Language>?
    package var title: String?
    package var subtitle: String?

    package init(language: Tolerated<Language>, title: String, subtitle: String) {
        self.language = language
        self.title = title
        self.subtitle = subtitle
    }
}
