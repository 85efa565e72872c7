/// What a station asks of the hub: the right to write tags of a batch. It is repeated until it is answered.
public struct GrantRequest: Hashable, Sendable, Codable {
    public let chain: ChainName
    /// From 1, in the order in which the chain has asked. No number is used twice.
    public let number: Int
    /// The era that the chain had adopted when it asked.
    public let era: Era
    public let batch: BatchName
    /// How many tags, at least 1.
    public let count: Int

    public init(chain: ChainName, number: Int, era: Era, batch: BatchName, count: Int) {
        self.chain = chain
        self.number = number
        self.era = era
        self.batch = batch
        self.count = count
    }
}

/// Tags of one batch whose right to be written one chain takes along. It never expires: a chip checks no token, so a right
/// that ends by a clock would be used by two.
public struct Grant: Hashable, Sendable, Codable {
    public let chain: ChainName
    /// Number of the ``GrantRequest`` that it answers.
    public let request: Int
    /// The era in which the hub gave it.
    public let era: Era
    public let batch: BatchName
    /// In the order of the batch's rows.
    public let tags: [TagID]

    public init(chain: ChainName, request: Int, era: Era, batch: BatchName, tags: [TagID]) {
        self.chain = chain
        self.request = request
        self.era = era
        self.batch = batch
        self.tags = tags
    }

    /// The same grant after some of its tags went back.
    public func without(_ returned: [TagID]) -> Grant {
        let gone = Set(returned)
        return Grant(
            chain: chain, request: request, era: era, batch: batch, tags: tags.filter { !gone.contains($0) })
    }
}
