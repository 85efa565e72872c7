/// What a user may do with a station.
public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
    /// Hand in what customers' phones answered, and nothing else: the back end of an app.
    case confirm
    /// Get what one's own walk needs, and send what was seen on it: a paired phone.
    case walk
    /// Take rights and plans from a hub, and send it what was done: a station that has enrolled.
    case station
    /// Look at everything but secrets.
    case read
    /// The work of a bench and of an auditor: write, print, upload sightings, audit, accept findings, pair phones.
    case provision
    /// Decide what is true: stores, experiences, readers, keys, access; and take the registry out.
    case administer

    /// Those that users and programs are given. A phone gets its role by being paired, a station by enrolling.
    public static let granted = allCases.filter { $0 != .walk && $0 != .station }

    /// Whether this role allows what the other one allows.
    public func includes(_ other: Role) -> Bool { included.contains(other) }

    /// Whether it is for people, who sign in to the console. Others are for programs, with the token in each request.
    public var opensConsole: Bool { includes(.read) }

    /// The role itself, and those that are part of it.
    private var included: Set<Role> {
        switch self {
        case .confirm: [.confirm]
        case .walk: [.walk]
        case .station: [.station]
        case .read: [.read]
        case .provision: [.confirm, .walk, .read, .provision]
        // What a station sends is signed by its key, which no person has.
        case .administer: Set(Role.allCases).subtracting([.station])
        }
    }

    /// The role of a user who was given several: the one that allows most, of two that allow as much the later in the
    /// order of the cases.
    public static func greatest(of roles: some Sequence<Role>) -> Role? {
        let given = Set(roles)
        return allCases.filter(given.contains).max { $0.included.count <= $1.included.count }
    }
}
