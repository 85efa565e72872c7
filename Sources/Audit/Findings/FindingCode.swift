/// What is wrong. The names are part of the contract; more will come.
public enum FindingCode: String, Sendable, Codable, CaseIterable {
    /// Content that is not ours, at one of our stores.
    case foreign
    /// The tags of two stores, or of several in a circle, were exchanged.
    case swapped
    /// Tags outside their store's region that no other cause explains.
    case misplaced
    /// Our host, but no registered experience.
    case unregistered
    /// Whether an experience opens depends on what Apple leaves open.
    case ambiguous
    /// Our URL, but never provisioned here.
    case unknownTag = "unknown-tag"
    /// Deployed, but not seen in an audit that covered its store.
    case missing
    /// Sightings that contradict each other.
    case inconsistent
}

/// How bad a finding is. Critical: customers are sent somewhere else, or nowhere.
public enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
    case notice
    case warning
    case critical

    private var rank: Int {
        switch self {
        case .notice: 0
        case .warning: 1
        case .critical: 2
        }
    }

    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
