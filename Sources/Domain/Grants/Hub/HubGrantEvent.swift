package import Registry

/// What comes to the hub's grants.
package enum HubGrantEvent: Hashable, Sendable {
    /// A station was enrolled: it hears the era with the answer.
    case enrolled(ChainName)
    /// A request, perhaps late or repeated.
    case asked(GrantRequest)
    /// The next entry of a chain, in the chain's order.
    case entry(GrantEntry, of: ChainName)
    /// A tag has left its chip and is on nothing, by the hub's own journal or by that of the chain that has it.
    case replaced(TagID)
    /// A person declares that a station does not come back.
    case lost(ChainName)
    /// A station leaves, by its own journal: it writes nothing of the hub's any more.
    case left(ChainName)
    /// The hub may have forgotten something. `enrolled`: chains that the witness files name, for a backup is older than some.
    case forgot(into: Era, enrolled: Set<ChainName>)
    /// A person has free plans renewed, so that they can be given before all chains have adopted the era.
    case renewal
}

/// What the hub does about it, besides what has moved in its tables.
package enum HubGrantAction: Hashable, Sendable {
    /// Answers a request; the hub's own chain has `grant-given` first where `isNew`.
    case give(Grant, isNew: Bool)
    /// Answers a request with the reason why there is nothing.
    case refuse(GrantRequest, GrantRefusal)
    /// Every chain that may hold a grant has adopted the era.
    case settled(Era)
    /// An entry contradicts what the hub knows. It stays in its chain, and a finding names it.
    case conflict(GrantConflict)
    /// An entry tells of a tag what was done before the tag was lent, and what the hub knew then has it all: it moves the
    /// tag no more.
    case past(TagID)
    /// The hub had forgotten that it lent a tag: what the grant says of it is newer than what the hub knows.
    case regained(TagID, TagLife)
}

/// Why a request gets nothing.
package enum GrantRefusal: Hashable, Sendable {
    /// It was asked in another era: the chain has to adopt this one first.
    case otherEra(Era)
    /// The chain was never enrolled, or was declared lost.
    case chainNotOpen
    /// The hub has not applied the chain's adoption of the era yet.
    case notAdopted
    /// The chain has closed this request.
    case requestClosed
    /// Not every chain has adopted the era, and no tag of the batch was renewed in it; or a daemon of the hub has not said
    /// yet that the database has what it knows.
    case unsettled
    /// No tag of the batch is free.
    case nothingFree
    /// No tag that may be written is on the chip.
    case unknownChip
    /// A chain has the right to write the tag of the chip.
    case chipHeld(by: ChainName)
}
