/// An experience as it is read and sent.
public struct ExperienceResource: Sendable, Hashable, Codable {
    public struct Relationships: Sendable, Hashable, Codable {
        public var appClip: ToOne?
        public var headerImage: ToOne?
        public var localizations: ToMany?

        public init(appClip: ToOne? = nil, headerImage: ToOne? = nil, localizations: ToMany? = nil) {
            self.appClip = appClip
            self.headerImage = headerImage
            self.localizations = localizations
        }
    }

    public let type: String
    public let id: String?
    public let attributes: ExperienceAttributes
    public let relationships: Relationships?
}

/// The request that creates or changes an experience.
public struct ExperienceRequest: Sendable, Hashable, Codable {
    public let data: ExperienceResource
    public let included: [Included]?

    /// Creates an experience of an App Clip.
    public init(creating wanted: WantedExperience, clip: String, image: String?) {
        var attributes = wanted.attributes
        attributes.link = wanted.link
        let texts = Self.texts(wanted.localizations)
        data = ExperienceResource(
            type: ResourceType.experience.rawValue, id: nil, attributes: attributes,
            relationships: .init(
                appClip: ToOne(Linkage(.clip, clip)), headerImage: image.map { ToOne(Linkage(.image, $0)) },
                localizations: ToMany(texts.linkages)))
        included = texts.included
    }

    /// Changes an experience; the image only where there is a new one.
    public init(updating id: String, to wanted: WantedExperience, image: String?, reactivating: Bool) {
        var attributes = wanted.attributes
        if reactivating { attributes.removed = false }
        let texts = Self.texts(wanted.localizations)
        data = ExperienceResource(
            type: ResourceType.experience.rawValue, id: id, attributes: attributes,
            relationships: .init(
                headerImage: image.map { ToOne(Linkage(.image, $0)) }, localizations: ToMany(texts.linkages)))
        included = texts.included
    }

    /// Takes an experience out of service.
    public init(deactivating id: String) {
        data = ExperienceResource(
            type: ResourceType.experience.rawValue, id: id, attributes: ExperienceAttributes(removed: true),
            relationships: nil)
        included = nil
    }

    /// Resources that are created along have local identifiers of this form; others are refused.
    private static func texts(
        _ localizations: [Tolerated<Language>: CardText]
    ) -> (linkages: [Linkage], included: [Included]) {
        let sorted = localizations.sorted { $0.key.text < $1.key.text }
        let ids = (0..<sorted.count).map { "${localization-\($0 + 1)}" }
        return (
            ids.map { Linkage(.localization, $0) },
            zip(ids, sorted).map { id, text in
                .localization(
                    id: id,
                    LocalizationAttributes(
                        language: text.key, title: text.value.title, subtitle: text.value.subtitle))
            }
        )
    }
}
