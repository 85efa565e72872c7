/// An experience as App Store Connect has it.
public struct RegisteredExperience: Sendable, Hashable {
    public let id: String
    public let attributes: ExperienceAttributes
    public let localizations: [Tolerated<Language>: CardText]
    /// Nil: it has no header image, or the answer said nothing about it.
    public let image: ImageAttributes?

    public init(
        id: String, attributes: ExperienceAttributes, localizations: [Tolerated<Language>: CardText],
        image: ImageAttributes? = nil
    ) {
        self.id = id
        self.attributes = attributes
        self.localizations = localizations
        self.image = image
    }

    /// What is not deactivated is served, or may come to be: also in a status that came later.
    public var isActive: Bool { attributes.status != .known(.deactivated) }
}

/// An invocation for testers as App Store Connect has it.
public struct RegisteredInvocation: Sendable, Hashable {
    public let id: String
    public let url: String
    public let titles: [String: String]

    public init(id: String, url: String, titles: [String: String]) {
        self.id = id
        self.url = url
        self.titles = titles
    }
}

/// Everything that App Store Connect has about one App Clip.
public struct RegisteredState: Sendable, Hashable {
    public let experiences: [RegisteredExperience]
    public let invocations: [RegisteredInvocation]

    public init(experiences: [RegisteredExperience], invocations: [RegisteredInvocation] = []) {
        self.experiences = experiences
        self.invocations = invocations
    }
}

extension Page where Data == ExperienceResource {
    /// The experiences of this page, each with its texts and its image. Those without identifier or URL are
    /// left out: they cannot be compared.
    public var experiences: [RegisteredExperience] {
        var texts: [String: LocalizationAttributes] = [:]
        var images: [String: ImageAttributes] = [:]
        for resource in included ?? [] {
            switch resource {
            case .localization(let id, let attributes): texts[id] = attributes
            case .image(let id, let attributes): images[id] = attributes
            case .invocationLocalization, .other: break
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
    public var invocations: [RegisteredInvocation] {
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
