public import AppClips

/// A registered App Clip experience: a URL prefix and the card that people see.
///
/// See: App Store Connect API, `AppClipAdvancedExperience`.
public struct Experience: Hashable, Sendable, Codable {
    /// Whether Apple serves the experience.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        case active
        case retired
    }

    public let url: InvocationURL
    public let card: Card
    /// The deployment that the experience belongs to; nil for one that was imported without a deployment.
    public let deployment: DeploymentName?
    private let storeName: StoreName?
    public let image: String?
    public let language: String?
    public let status: Status
    /// The App Clip that it opens, `TEAMID.bundle.Clip`, where a deployment has several.
    public let app: String?

    public init(
        url: InvocationURL, card: Card, store: StoreName? = nil, image: String? = nil, language: String? = nil,
        status: Status = .active, app: String? = nil, deployment: DeploymentName? = nil
    ) {
        self.url = url
        self.card = card
        storeName = store
        self.deployment = deployment
        self.image = image
        self.language = language
        self.status = status
        self.app = app
    }

    /// The one store that the experience is for, if it is for one, seen from the experience's deployment:
    /// ``StoreDirectory`` says which store that is.
    public var store: StoreID? { storeName.map { StoreID($0, of: deployment) } }

    /// The same experience as one of a deployment.
    public func of(_ deployment: DeploymentName?) -> Experience {
        Experience(
            url: url, card: card, store: storeName, image: image, language: language, status: status, app: app,
            deployment: deployment)
    }

    /// Whether the experience is for a store other than this one.
    public func isForAnother(than store: StoreID) -> Bool {
        guard let own = self.store else { return false }
        // A store without a deployment is seen from each of them.
        return own.name != store.name
            || (own.deployment != store.deployment && own.deployment != nil && store.deployment != nil)
    }

    private enum CodingKeys: String, CodingKey {
        case storeName = "store"
        case url, card, deployment, image, language, status, app
    }
}
