/// The resource types of App Store Connect that are used here.
public enum ResourceType: String, Sendable, Hashable, Codable {
    case app = "apps"
    case clip = "appClips"
    case experience = "appClipAdvancedExperiences"
    case image = "appClipAdvancedExperienceImages"
    case localization = "appClipAdvancedExperienceLocalizations"
    case buildBundle = "buildBundles"
    case invocation = "betaAppClipInvocations"
    case invocationLocalization = "betaAppClipInvocationLocalizations"
}

/// A pointer to a resource: its type and its identifier (JSON:API 1.0, resource identifier objects).
public struct Linkage: Sendable, Hashable, Codable {
    public let type: String
    public let id: String

    public init(_ type: ResourceType, _ id: String) {
        self.type = type.rawValue
        self.id = id
    }
}

/// A relationship to one resource.
public struct ToOne: Sendable, Hashable, Codable {
    /// Nil where the answer leaves it out or nothing is related.
    public let data: Linkage?

    public init(_ data: Linkage?) { self.data = data }
}

/// A relationship to several resources.
public struct ToMany: Sendable, Hashable, Codable {
    public let data: [Linkage]?

    public init(_ data: [Linkage]) { self.data = data }
}
