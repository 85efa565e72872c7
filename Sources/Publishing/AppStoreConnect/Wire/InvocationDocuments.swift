/// What an invocation for testers is called in one locale.
public struct InvocationLocalizationAttributes: Sendable, Hashable, Codable {
    public var title: String?
    public var locale: String?

    public init(title: String, locale: String) {
        self.title = title
        self.locale = locale
    }
}

/// An invocation for testers as it is read and sent.
public struct InvocationResource: Sendable, Hashable, Codable {
    public struct Attributes: Sendable, Hashable, Codable {
        public var url: String?
    }

    public struct Relationships: Sendable, Hashable, Codable {
        public var buildBundle: ToOne?
        public var betaAppClipInvocationLocalizations: ToMany?
    }

    public let type: String
    public let id: String?
    public let attributes: Attributes
    public let relationships: Relationships?
}

/// The request that creates an invocation for testers.
public struct InvocationRequest: Sendable, Hashable, Codable {
    public let data: InvocationResource
    public let included: [Included]

    public init(creating wanted: WantedInvocation, buildBundle: String) {
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
