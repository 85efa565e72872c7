public import Explaining

/// A value that Apple's rules, or ours for invocation URLs, do not allow.
public struct AppClipError: ExplainedError, Equatable {
    public enum Code: String, Sendable, Codable {
        case url = "invocation-url"
        case template = "url-template"
        case values = "template-values"
        case card
    }

    public let code: Code
    public let message: String
    public let reason: String
    public let next: String
}
