/// An experience as App Store Connect has it.
package struct RegisteredExperience: Sendable, Hashable {
    package let id: String
    package let attributes: ExperienceAttributes
    package let localizations: [Tolerated<Language>: CardText]
    /// Nil: it has no header image, or the answer said nothing about it.
    package let image: ImageAttributes?

    package init(
        id: String, attributes: ExperienceAttributes, localizations: [Tolerated<Language>: CardText],
        image: ImageAttributes? = nil
    ) {
        self.id = id
        self.attributes = attributes
        self.localizations = localizations
        self.image = image
    }

    /// What is not deactivated is served, or may come to be: also in a status that came later.
    package var isActive: Bool { attributes.status != .known(.deactivated) }
}

/// An invocation for testers as App Store Connect has it.
package struct RegisteredInvocation: Sendable, Hashable {
    package let id: String
    package let url: String
    package let titles: [String: String]

    package init(id: String, url: String, titles: [String: String]) {
        self.id = id
        self.url = url
        self.titles = titles
    }
}

/// Everything that App Store Connect has about one App Clip.
package struct RegisteredState: Sendable, Hashable {
    package let experiences: [RegisteredExperience]
    package let invocations: [RegisteredInvocation]
    /// Nil: it was not asked for.
    package let defaults: RegisteredDefaults?
    package var facts: ReleaseFacts

    package init(
        experiences: [RegisteredExperience], invocations: [RegisteredInvocation] = [],
        defaults: RegisteredDefaults? = nil, facts: ReleaseFacts = ReleaseFacts()
    ) {
        self.experiences = experiences
        self.invocations = invocations
        self.defaults = defaults
        self.facts = facts
    }
}

extension Page where Data == ExperienceResource {
    /// The experiences of this page, each with its texts and its image. Those without identifier or URL are
    /// left out: they cannot be compared.
    package var experiences: [RegisteredExperience] {
        var texts: [String: LocalizationAttributes] = [:]
        var images: [String: ImageAttributes] = [:]
        for resource in included ?? [] {
            switch resource {
            case .localization(let id, let attributes): texts[id] = attributes
            case .image(let id, let attributes): images[id] = attributes
            case .invocationLocalization, .headerImage, .reviewDetail, .other: break
            }
        }
        return data.compactMap { resource in
            guard let id = resource.id, resource.attributes.link != nil else { return nil }
            var localizations: [Tolerated<Language>: CardText] = [:]
            for linkage in resource.relationships?.localizations?.data ?? [] {
                guard let text = texts[linkage.id], let language = text.language else { continue }
                localizations[language] = CardText(title: text.title ?? "", subtitle: text.subtitle ?? "")
            }
            return RegisteredExperience(
                id: id, attributes: resource.attributes, localizations: localizations,
                image: resource.relationships?.headerImage?.data.flatMap { images[$0.id] })
        }
    }
}

extension Page where Data == InvocationResource {
    package var invocations: [RegisteredInvocation] {
        var titles: [String: InvocationLocalizationAttributes] = [:]
        for case .invocationLocalization(let id, let attributes) in included ?? [] { titles[id] = attributes }
        return data.compactMap { resource in
            guard let id = resource.id, let url = resource.attributes.url else { return nil }
            let linkages = resource.relationships?.betaAppClipInvocationLocalizations?.data ?? []
            let own = linkages.compactMap { titles[$0.id] }
            return RegisteredInvocation(
                id: id, url: url,
                titles: Dictionary(own.map { ($0.locale ?? "", $0.title ?? "") }) { first, _ in first })
        }
    }
}
