public import Faults

/// What people see before they open the App Clip. Limits: Human Interface Guidelines, App Clips.
public struct Card: Sendable, Hashable, Codable {
    /// The word on the card's button.
    public enum Action: String, Sendable, Codable, CaseIterable {
        case view
        case play
        case open
    }

    public static let titleLimit = 30
    public static let subtitleLimit = 56

    /// 1 to 30 characters.
    public let title: String
    /// 1 to 56 characters.
    public let subtitle: String
    public let action: Action

    public init(title: String, subtitle: String, action: Action) throws(AppClipError) {
        try Self.check(title, "title", limit: Self.titleLimit)
        try Self.check(subtitle, "subtitle", limit: Self.subtitleLimit)
        self.title = title
        self.subtitle = subtitle
        self.action = action
    }

    /// Reads the action as a file spells it, in any letter case.
    public init(title: String, subtitle: String, action: String) throws(AppClipError) {
        guard let known = Action(rawValue: action.lowercased()) else {
            throw Self.refusal(
                "action \"\(action)\" is not one of view, play, open", "use view, play or open")
        }
        try self.init(title: title, subtitle: subtitle, action: known)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            title: container.decode(String.self, forKey: .title),
            subtitle: container.decode(String.self, forKey: .subtitle),
            action: container.decode(Action.self, forKey: .action))
    }

    private static func check(_ text: String, _ name: String, limit: Int) throws(AppClipError) {
        if text.isEmpty { throw refusal("the \(name) is empty", "give it a \(name)") }
        if text.count > limit {
            throw refusal(
                "the \(name) has \(text.count) characters, the limit is \(limit)",
                "shorten it by \(text.count - limit)")
        }
    }

    private static func refusal(_ reason: String, _ next: String) -> AppClipError {
        AppClipError(code: .card, message: "this App Clip card is not allowed", reason: reason, next: next)
    }
}
