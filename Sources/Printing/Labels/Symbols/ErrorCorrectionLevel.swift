/// How much of a damaged QR symbol can be recovered (ISO/IEC 18004, 8.5).
public enum ErrorCorrectionLevel: String, Sendable, Codable, CaseIterable, Comparable {
    /// About 7 %.
    case low = "L"
    /// About 15 %: the default for labels indoors.
    case medium = "M"
    /// About 25 %: outdoors, or where people touch it.
    case quartile = "Q"
    /// About 30 %: where damage is certain.
    case high = "H"

    public static func < (first: Self, second: Self) -> Bool {
        first.order < second.order
    }

    /// 0 to 3, in the order of the standard's tables.
    var order: Int {
        switch self {
        case .low: 0
        case .medium: 1
        case .quartile: 2
        case .high: 3
        }
    }
}
