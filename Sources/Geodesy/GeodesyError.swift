/// A number that is no place, region or accuracy.
public struct GeodesyError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable, Codable {
        case coordinate
        case region
        case positionError = "position-error"
    }

    public let code: Code
    /// What failed.
    public let message: String
    /// Why, in words that stand alone: "latitude 91 is outside -90...90".
    public let reason: String
    /// What to do.
    public let next: String

    public var description: String { "\(message): \(reason)" }
}

/// A number without a needless `.0`.
func plain(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
