public import Faults

/// A number that is not a position, region or accuracy.
public typealias GeodesyError = Fault<GeodesyFaultCode>

public enum GeodesyFaultCode: String, FaultCode, Codable {
    /// Latitude or longitude is not a number of its range.
    case coordinate
    /// A region's radius is out of range.
    case region
    /// An accuracy or its confidence is out of range.
    case positionError = "position-error"
}

/// A number without a needless `.0`.
func plain(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
