public import Faults

/// A value that Apple's rules, or ours for invocation URLs, do not allow.
public typealias AppClipError = Fault<AppClipFaultCode>

public enum AppClipFaultCode: String, FaultCode, Codable {
    /// The URL is not one that App Clips take.
    case url = "invocation-url"
    /// The URL template cannot be used.
    case template = "url-template"
    /// A value does not fit the URL template.
    case values = "template-values"
    /// A text of the App Clip card is refused.
    case card
}
