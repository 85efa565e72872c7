package import Chips
package import Registry

/// The hub's tables, as far as grants move them: rows in and out, and no decision.
///
/// What an event does to them is decided once, for every storage: see ``handle(_:)``. A storage calls that inside the
/// transaction that also journals what it answers.
package protocol GrantTables {
    func hub() throws -> HubStanding
    mutating func put(_ hub: HubStanding) throws

    func chain(_ name: ChainName) throws -> ChainStanding?
    mutating func put(_ chain: ChainStanding, as name: ChainName) throws
    /// Those that were not declared lost.
    func livingChains() throws -> Set<ChainName>
    func lostChains() throws -> Set<ChainName>

    func grant(_ request: Int, of chain: ChainName) throws -> GrantStanding?
    mutating func put(_ grant: GrantStanding, for request: Int, of chain: ChainName) throws
    /// Grants of a chain that are in a state, by their requests.
    func grants(of chain: ChainName, in state: GrantStanding.State) throws -> [Grant]

    /// Grants with a tag that chains which were declared lost have not closed.
    func grantsOfLostChains(with tag: TagID) throws -> [Grant]

    func tag(_ id: TagID) throws -> GrantedTag?
    /// Adds a tag, or replaces the one with its identifier.
    mutating func put(_ tag: GrantedTag) throws
    /// The first tags of a batch for which ``GrantedTag/isFree(of:in:)`` holds, in the order of their rows; locked
    /// against every other transaction until this one ends.
    func freeTags(of batch: BatchName, in hub: HubStanding, count: Int) throws -> [GrantedTag]
    /// The tag that a chip carries or may carry, retired ones included; locked as above.
    func tag(onChip uid: ChipUID) throws -> GrantedTag?
    /// The grant with the highest ``Grant/Loan/number`` of a chip.
    func newestLoan(of chip: ChipUID) throws -> GrantStanding?
    /// Tags that this chain claims, in the order of their identifiers.
    func tags(claimedBy chain: ChainName) throws -> [GrantedTag]
    /// A tag of a batch that a chain claims, if there is one.
    func claimedTag(of batch: BatchName) throws -> GrantedTag?
    /// Tags of batches that are planned, unclaimed, and were not renewed in this era. There may be millions.
    func forEachUnclaimedPlan(notRenewedIn era: Era, _ receive: (GrantedTag) throws -> Void) throws
    /// Gives the row of a retired tag a fresh identifier: a planned tag that was renewed in this era. Nothing for a
    /// tag without a batch.
    mutating func renewRow(of retired: GrantedTag, in era: Era) throws
}
