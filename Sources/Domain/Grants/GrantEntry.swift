package import Chips
package import Registry

/// An entry in a station's chain that concerns grants. Each is durable at the station before anything follows from it; the
/// hub hears of it later, in the chain's order.
package enum GrantEntry: Hashable, Sendable {
    /// Before the request is sent.
    case asked(GrantRequest)
    /// The answer arrived: from here on the chain may journal intents for its tags.
    case taken(Grant)
    /// The request is over without an answer; one that arrives later is not taken.
    case declined(request: Int)
    /// The hub does not lend the tag of a chip; the request is over.
    case refused(request: Int, LoanRefusal)
    /// Tags of the grant that are only planned go back; or one that is on a chip, and stays there.
    case returned(request: Int, [TagID])
    /// All of the grant goes back. A tag that was written keeps its chip.
    case closed(request: Int)
    /// The chain has heard of the hub's era. Its open requests are void.
    case eraAdopted(Era)
    /// Before the first byte of a chip changes. Labels have no chip.
    case writeIntended(TagID, on: ChipUID? = nil)
    /// Something else becomes of a tag, or of its chip.
    case moved(TagID)
    /// A tag leaves its chip, to be written to another one.
    case freed(TagID)
    /// A tag was put up. Nothing is written, so it needs no right: it is enough that no other chain has one.
    case putUp(TagID)
}
