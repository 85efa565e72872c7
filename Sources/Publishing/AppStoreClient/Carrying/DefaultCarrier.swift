internal import AppStoreConnect
internal import Faults

/// Carries out the steps of a default card: one request after another, until one fails. What is left shows at the next look.
struct DefaultCarrier {
    private static let experiences = "/v1/appClipDefaultExperiences"
    private static let localizations = "/v1/appClipDefaultExperienceLocalizations"
    private static let reviews = "/v1/appClipAppStoreReviewDetails"

    let service: ConnectService
    let read: @Sendable (String) throws -> [UInt8]

    /// Makes the experience alone: what a template has brought along shows at the next look.
    func create(_ wanted: WantedDefault, of clip: String, version: String, template: String?) async throws {
        let request = DefaultResource(
            .defaultExperience, attributes: DefaultAttributes(action: wanted.action),
            relationships: DefaultRelationships(
                appClip: ToOne(Linkage(.clip, clip)), releaseWithAppStoreVersion: ToOne(Linkage(.version, version)),
                appClipDefaultExperienceTemplate: template.map { ToOne(Linkage(.defaultExperience, $0)) }))
        try await service.send("POST", Self.experiences, body: Document(request))
    }

    func update(_ registered: RegisteredDefault, to wanted: WantedDefault) async throws {
        if registered.action != wanted.action {
            let request = DefaultResource(
                .defaultExperience, id: registered.id, attributes: DefaultAttributes(action: wanted.action))
            try await service.send("PATCH", "\(Self.experiences)/\(registered.id)", body: Document(request))
        }
        for (locale, text) in wanted.texts.sorted(by: { $0.key < $1.key }) {
            try await update(registered.texts[locale], to: text, in: locale, of: registered.id)
        }
        // The last of all: a card without any text cannot be.
        for (_, text) in registered.texts.filter({ wanted.texts[$0.key] == nil }).sorted(by: { $0.key < $1.key }) {
            try await service.delete("\(Self.localizations)/\(text.id)")
        }
        if let urls = wanted.invocationURLs, urls != registered.invocationURLs {
            try await setReview(urls, of: registered)
        }
    }

    private func update(
        _ registered: RegisteredDefault.Text?, to wanted: WantedDefault.Text, in locale: String, of experience: String
    ) async throws {
        var id = registered?.id
        if let id {
            if registered?.subtitle != wanted.subtitle {
                let request = DefaultTextResource(
                    .defaultLocalization, id: id, attributes: DefaultTextAttributes(subtitle: wanted.subtitle))
                try await service.send("PATCH", "\(Self.localizations)/\(id)", body: Document(request))
            }
        } else {
            let request = DefaultTextResource(
                .defaultLocalization, attributes: DefaultTextAttributes(locale: locale, subtitle: wanted.subtitle),
                relationships: DefaultTextRelationships(
                    appClipDefaultExperience: ToOne(Linkage(.defaultExperience, experience))))
            let answer: Document<DefaultTextResource> = try await service.call(
                "POST", Self.localizations, body: Document(request))
            id = answer.data.id
        }
        guard let id, let image = wanted.image, registered?.image?.isSame(as: image) != true else { return }
        let upload = HeaderImageUpload(
            transfer: ImageTransfer(
                service: service, type: .headerImage, image: image, bytes: try read(image.path)), localization: id)
        try await upload.run(insteadOf: registered?.imageID, registered?.image)
    }

    private func setReview(_ urls: [String], of registered: RegisteredDefault) async throws {
        let attributes = ReviewDetailAttributes(invocationUrls: urls)
        if let id = registered.reviewID {
            try await service.send(
                "PATCH", "\(Self.reviews)/\(id)",
                body: Document(ReviewDetailResource(.reviewDetail, id: id, attributes: attributes)))
        } else {
            try await service.send(
                "POST", Self.reviews,
                body: Document(
                    ReviewDetailResource(
                        .reviewDetail, attributes: attributes,
                        relationships: ReviewDetailRelationships(
                            appClipDefaultExperience: ToOne(Linkage(.defaultExperience, registered.id))))))
        }
    }
}
