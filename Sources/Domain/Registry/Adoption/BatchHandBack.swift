/// Batches leave a hub for a registry that works by itself, in the hub's journal. The hub keeps what it knows of them, and
/// neither it nor a station of it writes one of their tags any more: the chain holds them for good.
public struct BatchHandBack: Hashable, Sendable, Codable {
    /// Drawn for this registry. It is the name of no journal at the hub.
    public let chain: ChainName
    public let batches: [BatchName]
    public let tags: Int

    public init(chain: ChainName, batches: [BatchName], tags: Int) {
        self.chain = chain
        self.batches = batches
        self.tags = tags
    }
}
