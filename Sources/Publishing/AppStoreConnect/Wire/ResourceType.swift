/// The resource types of App Store Connect that are used here.
package enum ResourceType: String, Sendable, Hashable, Codable {
    case app = "apps"
    case clip = "appClips"
    case experience = "appClipAdvancedExperiences"
    case image = "appClipAdvancedExperienceImages"
    case localization = "appClipAdvancedExperienceLocalizations"
    case buildBundle = "buildBundles"
    case invocation = "betaAppClipInvocations"
    case invocationLocalization = "betaAppClipInvocationLocalizations"
    case defaultExperience = "appClipDefaultExperiences"
    case defaultLocalization = "appClipDefaultExperienceLocalizations"
    case headerImage = "appClipHeaderImages"
    case reviewDetail = "appClipAppStoreReviewDetails"
    case version = "appStoreVersions"
}

/// A pointer to a resource: its type and its identifier (JSON:API 1.0, resource identifier objects).
package struct Linkage: Sendable, Hashable, Codable {
    package let type: String
    package let id: String

    package init(_ type: ResourceType, _ id: String) {
        self.type = type.rawValue
        self.id = id
    }
}

/// A relationship to one resource.
package struct ToOne: Sendable, Hashable, Codable {
    /// Nil where the answer leaves it out or nothing is related.
    package let data: Linkage?

    package init(_ data: Linkage?) { self.data = data }
}

/// A relationship to several resources.
package struct ToMany: Sendable, Hashable, Codable {
    package let data: [Linkage]?

    package init(_ data: [Linkage]) { self.data = data }
}
