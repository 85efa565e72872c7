/// An experience as it is read and sent.
package struct ExperienceResource: Sendable, Hashable, Codable {
    package struct Relationships: Sendable, Hashable, Codable {
        package var appClip: ToOne?
        package var headerImage: ToOne?
        package var localizations: ToMany?

        package init(appClip: ToOne? = nil, headerImage: ToOne? = nil, localizations: ToMany? = nil) {
            self.appClip = appClip
            self.headerImage = headerImage
            self.localizations = localizations
        }
    }

    package let type: String
    package let id: String?
    package let attributes: ExperienceAttributes
    package let relationships: Relationships?
}

/// The request that creates or changes an experience.
package struct ExperienceRequest: Sendable, Hashable, Codable {
    package let data: ExperienceResource
    package let included: [Included]?

    /// Creates an experience of an App Clip. It has to say whether it is a platform's.
    package init(creating wanted: WantedExperience, clip: String, image: String?) {
        var attributes = wanted.attributes
        attributes.link = wanted.link
        attributes.isPoweredBy = attributes.isPoweredBy ?? false
        let texts = Self.texts(wanted.localizations)
        data = ExperienceResource(
            type: ResourceType.experience.rawValue, id: nil, attributes: attributes,
            relationships: .init(
                appClip: ToOne(Linkage(.clip, clip)), headerImage: image.map { ToOne(Linkage(.image, $0)) },
                localizations: ToMany(texts.linkages)))
        included = texts.included
    }

    /// Changes an experience; the image only where there is a new one.
    package init(updating id: String, to wanted: WantedExperience, image: String?, reactivating: Bool) {
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
    package init(deactivating id: String) {
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
