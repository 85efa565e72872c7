internal import AppClips
internal import Faults
internal import Geodesy
package import Registry

/// Everything that a deployment wants in App Store Connect.
package struct WantedState: Sendable, Hashable {
    /// In the order of their URLs.
    package let experiences: [WantedExperience]
    /// Nil: the deployment says nothing about invocations, those that exist stay.
    package let invocations: [WantedInvocation]?
    /// Nil: the deployment says nothing about the default card, it stays.
    package let defaultCard: WantedDefault?
    /// Where the app has to be available, such as `USA`; nil: it is not looked at.
    package let territories: [String]?
    /// Nil: sizes are not looked at.
    package let sizeLimit: SizeLimit?

    package init(
        experiences: [WantedExperience], invocations: [WantedInvocation]?, defaultCard: WantedDefault? = nil,
        territories: [String]? = nil, sizeLimit: SizeLimit? = nil
    ) {
        self.experiences = experiences
        self.invocations = invocations
        self.defaultCard = defaultCard
        self.territories = territories
        self.sizeLimit = sizeLimit
    }

    /// From a deployment: the experiences of the settings' App Clip. `images` are the header images that experiences
    /// and the default card name, by path.
    package init(
        _ deployment: LoadedDeployment, _ settings: ConnectSettings, images: [String: WantedImage]
    ) throws(ConnectError) {
        let complaints = settings.complaints(about: deployment)
        guard complaints.isEmpty else {
            throw ConnectError(
                code: .badSettings, message: "\(ConnectSettings.fileName) of \(deployment.name) is refused",
                reason: complaints.joined(separator: "\n"), next: "correct it; nothing was changed")
        }
        defaultCard = settings.defaultExperience.map { WantedDefault($0, images: images) }
        territories = settings.territories
        sizeLimit = SizeLimit(deployment.profile)
        let stores = Dictionary(deployment.stores.map { ($0.id, $0) }) { first, _ in first }
        let own = deployment.experiences.filter { settings.isForClip($0, of: deployment.profile) }
        experiences = own.sorted { $0.url < $1.url }.map { experience in
            let language = settings.language(of: experience)
            var texts = [language: CardText(title: experience.card.title, subtitle: experience.card.subtitle)]
            for (other, text) in settings.localizations?[experience.url.text] ?? [:] { texts[Tolerated(other)] = text }
            return WantedExperience(
                link: experience.url.text,
                attributes: ExperienceAttributes(
                    defaultLanguage: language, isPoweredBy: settings.isPoweredBy,
                    action: Tolerated(experience.card.action.rawValue.uppercased()),
                    businessCategory: settings.businessCategory,
                    place: experience.store.flatMap { stores[$0] }.flatMap { settings.place(of: $0) }),
                localizations: texts, image: experience.image.flatMap { images[$0] },
                isActive: experience.status == .active)
        }
        invocations = settings.invocations.map { invocations in
            let tags = Dictionary(deployment.batches.flatMap(\.tags).map { ($0.id.text, $0) }) { first, _ in first }
            return invocations.tags.compactMap { tags[$0] }.map { tag in
                WantedInvocation(
                    url: tag.url, title: "\(tag.id.text) \(tag.placement)", locale: invocations.locale)
            }
        }
    }
}

extension ConnectSettings {
    func language(of experience: Experience) -> Tolerated<Language> {
        Tolerated((experience.language ?? defaultLanguage ?? Language.en.rawValue).uppercased())
    }

    /// Whether an experience opens the App Clip that the settings are about.
    func isForClip(_ experience: Experience, of profile: DeploymentProfile) -> Bool {
        profile.app(of: experience).map { DeploymentProfile.bundle(ofApp: $0) == clip } ?? true
    }

    /// What Maps shall know of a store that has a point for it, or of which the settings speak. Name and address are
    /// the store's own; the point never is the centre of the region, which is another thing.
    func place(of store: Store) -> Place? {
        let told = places?[store.id.text]
        guard told != nil || store.place != nil else { return nil }
        var place = told ?? Place()
        if place.names == nil { place.names = [store.name] }
        if place.mainAddress == nil { place.mainAddress = store.address.map { Place.Address(fullAddress: $0) } }
        if let point = store.place {
            place.displayPoint = Place.DisplayPoint(
                latitude: point.latitude, longitude: point.longitude,
                source: told?.displayPoint?.source ?? "MANUALLY_PLACED")
        }
        return place
    }
}
