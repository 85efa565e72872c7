public import Registry

/// What is checked: a deployment, or everything that a registry holds.
public struct CheckSubject: Sendable {
    /// What a card's picture turned out to be.
    public enum Picture: Sendable, Equatable {
        case facts(PictureFacts)
        /// Why the file cannot be read.
        case unreadable(String)
    }

    /// What a host's site association file says.
    public enum Association: Sendable, Equatable {
        case apps([String])
        case unreadable(String)
    }

    public var deployments: [DeploymentProfile]
    public var stores: [Store]
    public var experiences: [Experience]
    /// The URL templates by which URLs are read.
    public var templates: [StoreTemplate]
    public var tags: [Tag]
    /// By the name in the experience. Nil: not examined, and nothing is reported about pictures.
    public var pictures: [String: Picture]?
    /// By host. Nil: not examined.
    public var associations: [String: Association]?

    public init(
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
    public init(_ deployment: LoadedDeployment) {
        self.init(
            deployments: [deployment.profile], stores: deployment.stores, experiences: deployment.experiences,
            templates: (try? deployment.storeTemplates) ?? [], tags: deployment.batches.flatMap(\.tags))
    }
}

/// A picture file, decoded whole.
public struct PictureFacts: Sendable, Equatable {
    /// `PNG` or `JPEG`.
    public let format: String
    public let width: Int
    public let height: Int
    public let hasAlpha: Bool
    public let transparentPixels: Int

    public init(format: String, width: Int, height: Int, hasAlpha: Bool, transparentPixels: Int) {
        self.format = format
        self.width = width
        self.height = height
        self.hasAlpha = hasAlpha
        self.transparentPixels = transparentPixels
    }
}
