public import Explaining

/// A number that is no place, region or accuracy.
public struct GeodesyError: ExplainedError, Equatable {
    public enum Code: String, Sendable, Codable {
        case coordinate
        case region
        case positionError = "position-error"
    }

    public let code: Code
    public let message: String
    /// Why, in words that stand alone: "latitude 91 is outside -90...90".
    public let reason: String
    public let next: String
}

/// A number without a needless `.0`.
func plain(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
