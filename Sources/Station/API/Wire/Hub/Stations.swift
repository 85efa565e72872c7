package import Registry

/// A station as a hub lists it.
package struct StationLine: Hashable, Sendable, Codable {
    package let name: StationName
    package let chain: ChainName
    package let enrolled: Timestamp
    package let isLost: Bool
    /// Whether it has adopted the hub's era.
    package let isHeard: Bool
    /// The newest entry that the hub has of its journal.
    package let head: JournalPoint?
    /// How many entries it had more when it last called; nil before its first call.
    package let behind: Int64?
    /// Tags that it holds, and how many of them no chip or label has.
    package let held: Int
    package let planned: Int
    /// By the hub's clock.
    package let lastContact: Timestamp?
    package let version: String?
    /// How far its clock was before the hub's, in seconds; nil before its first call.
    package let clockAhead: Double?

    package init(
        name: StationName, chain: ChainName, enrolled: Timestamp, isLost: Bool, isHeard: Bool, head: JournalPoint?,
        behind: Int64?, held: Int, planned: Int, lastContact: Timestamp?, version: String?, clockAhead: Double?
    ) {
        self.name = name
        self.chain = chain
        self.enrolled = enrolled
        self.isLost = isLost
        self.isHeard = isHeard
        self.head = head
        self.behind = behind
        self.held = held
        self.planned = planned
        self.lastContact = lastContact
        self.version = version
        self.clockAhead = clockAhead
    }
}

package struct StationList: Hashable, Sendable, Codable {
    package let schema: Int
    package let era: Era
    /// Whether tags are granted as ever: no station and no daemon is waited for.
    package let isSettled: Bool
    /// Daemons of the hub that have not said yet that the database has what they know.
    package let awaitedDaemons: [DaemonLine]
    package let stations: [StationLine]

    package init(era: Era, isSettled: Bool, awaiting daemons: [DaemonLine], _ stations: [StationLine]) {
        schema = 1
        awaitedDaemons = daemons
        self.era = era
        self.isSettled = isSettled
        self.stations = stations
    }
}

/// A daemon of the hub that is waited for.
package struct DaemonLine: Hashable, Sendable, Codable {
    /// That of its configuration or machine.
    package let name: String
    /// When it last found in the database what it knew, by its clock.
    package let seen: Timestamp

    package init(name: String, seen: Timestamp) {
        self.name = name
        self.seen = seen
    }
}
