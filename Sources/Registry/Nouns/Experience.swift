/// A registered App Clip experience: a URL prefix and the card that people see.
///
/// See: App Store Connect API, `AppClipAdvancedExperience`.
public struct Experience: Hashable, Sendable, Codable {
    /// The verb on the card's button.
    public enum Action: String, Hashable, Sendable, Codable, CaseIterable {
        case view
        case play
        case open
    }

    /// Whether Apple serves the experience.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        case active
        case retired
    }

    public let url: String
    /// At most 30 characters (Human Interface Guidelines, App Clips).
    public let title: String
    /// At most 56 characters.
    public let subtitle: String
    public let action: Action
    /// The one store that the experience is for, if it is for one.
    public let store: StoreID?
    public let image: String?
    public let language: String?
    public let status: Status

    public init(
        url: String, title: String, subtitle: String, action: Action, store: StoreID? = nil,
        image: String? = nil, language: String? = nil, status: Status = .active
    ) {
        self.url = url
        self.title = title
        self.subtitle = subtitle
        self.action = action
        self.store = store
        self.image = image
        self.language = language
        self.status = status
    }
}
