/// What is wrong. The names are part of the contract; a report lists them in this order.
public enum FindingCode: String, Sendable, Codable, CaseIterable {
    /// Content that is not ours, at one of our stores.
    case foreign
    /// One tag identifier on two chips, or one chip in two places faster than anything travels.
    ///
    /// A mirrored counter that goes backwards would say the same; sightings have no column for it.
    case cloned
    /// The tags of two stores, or of several in a circle, were exchanged.
    case swapped
    /// Most of a batch's tags for one store are at another, whose own are not where these belong.
    case misdelivered
    /// Inside on an earlier visit, outside now.
    case moved
    /// Tags outside their store's region that no other cause explains.
    case misplaced
    /// A chip of ours holds neither what was written to it nor what is planned.
    case wrongContent = "wrong-content"
    /// Our host, but no registered experience.
    case unregistered
    /// (Nearly) all tags of a store agree on a place outside its region: its coordinates are more likely wrong.
    case regionSuspect = "region-suspect"
    /// Location confirmation says no significantly often.
    case customerRefused = "customer-refused"
    /// A chip that was replaced, and is still in use.
    case replaced
    /// A tag that was taken out of service, and is still in use.
    case retired
    /// It holds what was written or printed; the journal plans another URL since.
    case outdated
    /// Whether an experience opens depends on what Apple leaves open.
    case ambiguous
    /// Our URL, but never provisioned here.
    case unknownTag = "unknown-tag"
    /// Deployed, but not seen in an audit that covered its store.
    case missing
    /// Seen last longer ago than the policy allows, or its experience is retired.
    case stale
    /// Still writable by anyone. Reserved: neither sightings nor the journal show it, so no audit reports it yet.
    case unprotected
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
