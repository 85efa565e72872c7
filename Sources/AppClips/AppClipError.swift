/// A value that Apple's rules, or ours for invocation URLs, do not allow.
public struct AppClipError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable, Codable {
        case url = "invocation-url"
        case template = "url-template"
        case values = "template-values"
        case card
    }

    public let code: Code
    /// What failed.
    public let message: String
    /// Why.
    public let reason: String
    /// What to do.
    public let next: String

    public var description: String { "\(message): \(reason)" }
}
