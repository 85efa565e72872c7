/// How a finding of a kind is put right where the signs are.
public enum RepairMethod: Hashable, Sendable {
    /// Its tags go back to their stores.
    case bringBack
    /// What should not be there is taken down and destroyed; nothing takes its place.
    case takeDown
    /// Its chips are written again, its labels printed again, and put up where they were.
    case renew
    /// Its tags are gone: others with the same codes are put up.
    case replace

    /// `code`: the finding's. Nil for what no work at signs puts right: coordinates, App Store Connect, another look.
    public init?(code: String) {
        switch code {
        case "swapped", "misdelivered", "moved", "misplaced": self = .bringBack
        case "foreign", "cloned", "replaced", "retired": self = .takeDown
        case "wrong-content", "outdated": self = .renew
        case "missing": self = .replace
        default: return nil
        }
    }

    /// Whether it is done when each of its tags was scanned where it belongs. Otherwise it is done when an audit that saw
    /// its stores does not find it again.
    public var isProvenByScans: Bool { self != .takeDown }
}
