/// What an invocation for testers is called in one locale.
package struct InvocationLocalizationAttributes: Sendable, Hashable, Codable {
    package var title: String?
    package var locale: String?

    package init(title: String, locale: String) {
        self.title = title
        self.locale = locale
    }
}

/// An invocation for testers as it is read and sent.
package struct InvocationResource: Sendable, Hashable, Codable {
    package struct Attributes: Sendable, Hashable, Codable {
        package var url: String?
    }

    package struct Relationships: Sendable, Hashable, Codable {
        package var buildBundle: ToOne?
        package var betaAppClipInvocationLocalizations: ToMany?
    }

    package let type: String
    package let id: String?
    package let attributes: Attributes
    package let relationships: Relationships?
}

/// The request that creates an invocation for testers.
package struct InvocationRequest: Sendable, Hashable, Codable {
    package let data: InvocationResource
    package let included: [Included]

    package init(creating wanted: WantedInvocation, buildBundle: String) {
        let id = "${localization-1}"
        data = InvocationResource(
            type: ResourceType.invocation.rawValue, id: nil, attributes: .init(url: wanted.url),
            relationships: .init(
                buildBundle: ToOne(Linkage(.buildBundle, buildBundle)),
                betaAppClipInvocationLocalizations: ToMany([Linkage(.invocationLocalization, id)])))
        included = [
            .invocationLocalization(
                id: id, InvocationLocalizationAttributes(title: wanted.title, locale: wanted.locale))
        ]
    }
}
