/// What a user may do with a station. Each role includes the ones before it.
public enum Role: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Look at everything but secrets.
    case read
    /// The work of a bench and of an auditor: write, print, upload sightings, audit, accept findings.
    case provision
    /// Decide what is true: stores, experiences, readers, keys, access; and take the registry out.
    case administer

    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .read: 0
        case .provision: 1
        case .administer: 2
        }
    }
}
