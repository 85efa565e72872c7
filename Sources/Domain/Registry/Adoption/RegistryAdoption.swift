/// The registry of a station that worked by itself comes to a hub, in the hub's journal.
public struct RegistryAdoption: Hashable, Sendable, Codable {
    /// The station's journal, which the hub keeps as it is. Nothing follows its last entry.
    public let chain: ChainName
    /// The station as its last entry names it.
    public let station: String
    public let head: JournalPoint
    public let deployments: [String]
    public let stores: Int
    public let experiences: Int
    public let batches: [BatchName]
    public let tags: Int
    /// The station's finding 1 has the number behind this one at the hub.
    public let findingsBehind: Int64

    public init(
        chain: ChainName, station: String, head: JournalPoint, deployments: [String], stores: Int, experiences: Int,
        batches: [BatchName], tags: Int, findingsBehind: Int64
    ) {
        self.chain = chain
        self.station = station
        self.head = head
        self.deployments = deployments
        self.stores = stores
        self.experiences = experiences
        self.batches = batches
        self.tags = tags
        self.findingsBehind = findingsBehind
    }
}

/// All of an adopted registry is at the hub and was compared: from here on its tags are the hub's to grant.
public struct AdoptionEnd: Hashable, Sendable, Codable {
    public let chain: ChainName
    public let station: String

    public init(chain: ChainName, station: String) {
        self.chain = chain
        self.station = station
    }
}

/// The last entry in the journal of a registry that a hub has adopted: no daemon works with it any more.
public struct RegistryHandOver: Hashable, Sendable, Codable {
    /// The hub as its configuration names it.
    public let hub: String
    /// As which the hub keeps the entries before this one.
    public let chain: ChainName

    public init(hub: String, chain: ChainName) {
        self.hub = hub
        self.chain = chain
    }
}
