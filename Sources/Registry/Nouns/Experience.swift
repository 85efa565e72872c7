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
    /// The one store that the experience is for, if it is for one.
    public let store: StoreID?
    public let image: String?
    public let language: String?
    public let status: Status
    /// The App Clip that it opens, `TEAMID.bundle.Clip`, where a deployment has several.
    public let app: String?

    public init(
        url: InvocationURL, card: Card, store: StoreID? = nil, image: String? = nil, language: String? = nil,
        status: Status = .active, app: String? = nil
    ) {
        self.url = url
        self.card = card
        self.store = store
        self.image = image
        self.language = language
        self.status = status
        self.app = app
    }
}
