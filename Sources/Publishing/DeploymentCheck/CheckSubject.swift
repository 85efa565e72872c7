package import AppClips
package import Registry

/// What is checked: a deployment, or everything that a registry holds.
package struct CheckSubject: Sendable {
    /// What a card's picture turned out to be.
    package enum Picture: Sendable, Equatable {
        case facts(PictureFacts)
        /// Why the file cannot be read.
        case unreadable(String)
    }

    /// What a host's site association file says.
    package enum Association: Sendable, Equatable {
        /// The App Clips that it names, and which URLs go to full apps.
        case apps([String], links: AppLinks = AppLinks([]))
        case unreadable(String)
    }

    /// What a host's `assetlinks.json` says.
    package enum AssetLinks: Sendable, Equatable {
        /// By package, the certificates of the Android apps that get the host's URLs.
        case apps([String: Set<String>])
        case unreadable(String)
    }

    package var deployments: [DeploymentProfile]
    package var stores: [Store]
    package var experiences: [Experience]
    /// The URL templates by which URLs are read.
    package var templates: [StoreTemplate]
    package var tags: [Tag]
    /// By the name in the experience. Nil: not examined, and nothing is reported about pictures.
    package var pictures: [String: Picture]?
    /// By host. Nil: not examined.
    package var associations: [String: Association]?
    /// By host. Nil: not examined.
    package var assetLinks: [String: AssetLinks]?

    package init(
        deployments: [DeploymentProfile], stores: [Store], experiences: [Experience], templates: [StoreTemplate],
        tags: [Tag], pictures: [String: Picture]? = nil, associations: [String: Association]? = nil
    ) {
        self.deployments = deployments
        self.stores = stores
        self.experiences = experiences
        self.templates = templates
        self.tags = tags
        self.pictures = pictures
        self.associations = associations
    }

    /// A deployment as its files say, before anything has become of its tags.
    package init(_ deployment: LoadedDeployment) {
        self.init(
            deployments: [deployment.profile], stores: deployment.stores, experiences: deployment.experiences,
            templates: (try? deployment.storeTemplates) ?? [], tags: deployment.batches.flatMap(\.tags))
    }
}

/// A picture file, decoded whole.
package struct PictureFacts: Sendable, Equatable {
    /// `PNG` or `JPEG`.
    package let format: String
    package let width: Int
    package let height: Int
    package let hasAlpha: Bool
    package let transparentPixels: Int

    package init(format: String, width: Int, height: Int, hasAlpha: Bool, transparentPixels: Int) {
        self.format = format
        self.width = width
        self.height = height
        self.hasAlpha = hasAlpha
        self.transparentPixels = transparentPixels
    }
}
