package import Registry

/// What a station asks of the hub: the right to write tags of a batch. It is repeated until it is answered.
package struct GrantRequest: Hashable, Sendable {
    package let chain: ChainName
    /// From 1, in the order in which the chain has asked. No number is used twice.
    package let number: Int
    /// The era that the chain had adopted when it asked.
    package let era: Era
    package let batch: BatchName
    /// How many tags, at least 1.
    package let count: Int

    package init(chain: ChainName, number: Int, era: Era, batch: BatchName, count: Int) {
        self.chain = chain
        self.number = number
        self.era = era
        self.batch = batch
        self.count = count
    }
}

/// Tags of one batch whose right to be written one chain takes along. It never expires: a chip checks no token, so a right
/// that ends by a clock would be used by two.
package struct Grant: Hashable, Sendable {
    package let chain: ChainName
    /// Number of the ``GrantRequest`` that it answers.
    package let request: Int
    /// The era in which the hub gave it.
    package let era: Era
    package let batch: BatchName
    /// In the order of the batch's rows.
    package let tags: [TagID]

    package init(chain: ChainName, request: Int, era: Era, batch: BatchName, tags: [TagID]) {
        self.chain = chain
        self.request = request
        self.era = era
        self.batch = batch
        self.tags = tags
    }

    /// The same grant after some of its tags went back.
    func without(_ returned: [TagID]) -> Grant {
        let gone = Set(returned)
        return Grant(
            chain: chain, request: request, era: era, batch: batch, tags: tags.filter { !gone.contains($0) })
    }
}
