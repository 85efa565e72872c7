/// A resource with relationships.
package struct RelatedResource<Attributes, Relationships>: Sendable, Hashable, Codable
where Attributes: Codable & Sendable & Hashable, Relationships: Codable & Sendable & Hashable {
    package let type: String
    /// Nil in a request that creates it.
    package let id: String?
    package let attributes: Attributes?
    package let relationships: Relationships?

    package init(
        _ type: ResourceType, id: String? = nil, attributes: Attributes?, relationships: Relationships? = nil
    ) {
        self.type = type.rawValue
        self.id = id
        self.attributes = attributes
        self.relationships = relationships
    }
}

/// The default experience of one version of the app. Its card has the app's name for a title.
package typealias DefaultResource = RelatedResource<DefaultAttributes, DefaultRelationships>

package struct DefaultAttributes: Sendable, Hashable, Codable {
    package var action: Tolerated<ActionWord>?

    package init(action: Tolerated<ActionWord>?) { self.action = action }
}

package struct DefaultRelationships: Sendable, Hashable, Codable {
    package var appClip: ToOne?
    package var releaseWithAppStoreVersion: ToOne?
    /// Created only: where App Store Connect copies texts and pictures from.
    package var appClipDefaultExperienceTemplate: ToOne?
    /// Read only.
    package var appClipAppStoreReviewDetail: ToOne?

    package init(
        appClip: ToOne? = nil, releaseWithAppStoreVersion: ToOne? = nil, appClipDefaultExperienceTemplate: ToOne? = nil
    ) {
        self.appClip = appClip
        self.releaseWithAppStoreVersion = releaseWithAppStoreVersion
        self.appClipDefaultExperienceTemplate = appClipDefaultExperienceTemplate
    }
}

/// The card of a default experience in one locale of the App Store.
package typealias DefaultTextResource = RelatedResource<DefaultTextAttributes, DefaultTextRelationships>

package struct DefaultTextAttributes: Sendable, Hashable, Codable {
    /// Such as `en-US`. It is given when the text is created and never changes.
    package var locale: String?
    package var subtitle: String?

    package init(locale: String? = nil, subtitle: String?) {
        self.locale = locale
        self.subtitle = subtitle
    }
}

package struct DefaultTextRelationships: Sendable, Hashable, Codable {
    package var appClipDefaultExperience: ToOne?
    /// Read only.
    package var appClipHeaderImage: ToOne?

    package init(appClipDefaultExperience: ToOne) { self.appClipDefaultExperience = appClipDefaultExperience }
}

/// The picture on a card of a default experience.
package typealias HeaderImageResource = RelatedResource<ImageAttributes, HeaderImageRelationships>

package struct HeaderImageRelationships: Sendable, Hashable, Codable {
    package var appClipDefaultExperienceLocalization: ToOne?

    package init(appClipDefaultExperienceLocalization: ToOne) {
        self.appClipDefaultExperienceLocalization = appClipDefaultExperienceLocalization
    }
}

/// What App Review scans or opens.
package typealias ReviewDetailResource = RelatedResource<ReviewDetailAttributes, ReviewDetailRelationships>

package struct ReviewDetailAttributes: Sendable, Hashable, Codable {
    package var invocationUrls: [String]?

    package init(invocationUrls: [String]) { self.invocationUrls = invocationUrls }
}

package struct ReviewDetailRelationships: Sendable, Hashable, Codable {
    package var appClipDefaultExperience: ToOne?

    package init(appClipDefaultExperience: ToOne) { self.appClipDefaultExperience = appClipDefaultExperience }
}
