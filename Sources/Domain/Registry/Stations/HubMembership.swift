public typealias StationName = Identifier<HubMembership>

/// A station that has joined a hub: from this entry of its journal on it is a chain that the hub keeps.
public struct HubMembership: Hashable, Sendable, Codable {
    /// The hub's address, `https://hub.example`.
    public let hub: String
    /// The station's name at the hub.
    public let name: StationName
    public let chain: ChainName
    /// The hub's era when the station joined.
    public let era: Era
    /// The chain as which this registry was a station of the hub before; nil the first time. What that chain held and
    /// did not write is nothing of this one.
    public let former: ChainName?

    public init(hub: String, name: StationName, chain: ChainName, era: Era, former: ChainName? = nil) {
        self.hub = hub
        self.name = name
        self.chain = chain
        self.era = era
        self.former = former
    }
}

/// The end of a station's chain at a hub: nothing of the hub's is written any more, until the station joins again.
public struct HubDeparture: Hashable, Sendable, Codable {
    /// Why, in words.
    public let reason: String
    /// Tags that are only planned: another station may be given them.
    public let released: [GrantEnd]

    public init(reason: String, released: [GrantEnd]) {
        self.reason = reason
        self.released = released
    }
}
