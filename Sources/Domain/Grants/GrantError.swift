package import Chips
package import Faults
package import Registry

/// Why a station may not do something with the tags of a hub.
package typealias GrantError = Fault<GrantFaultCode>

package enum GrantFaultCode: String, FaultCode {
    /// This station does not hold the tag.
    case tagNotHeld = "tag-not-held"
    /// A station holds the tag, or a tag of the batch.
    case tagHeld = "tag-held"
    /// The hub may have forgotten which station holds the tag.
    case hubUnsettled = "hub-unsettled"
    /// The tag was written, so its right does not go back alone.
    case tagWritten = "tag-written"
    /// No chip has the tag, so no other station can have it in hand.
    case tagNotWritten = "tag-not-written"
    /// The tag is lent for the chip that it is on.
    case tagLent = "tag-lent"
    /// No open request or grant has this number.
    case unknownGrant = "unknown-grant"
    /// A request is for less than one tag.
    case emptyRequest = "empty-request"
    /// The hub decides this for all its stations.
    case hubOwned = "hub-owned"
    /// The station is under no hub.
    case notJoined = "not-joined"
    /// The station is under a hub already.
    case alreadyJoined = "already-joined"
    /// The station's chain at its hub is over.
    case chainEnded = "chain-ended"
    /// A station decides nothing about other stations.
    case notHub = "not-hub"
    /// No invitation has this secret, or it has ended.
    case unknownInvitation = "unknown-invitation"
    /// The hub has no such chain, or has declared it lost.
    case unknownStation = "unknown-station"
    /// No conflict has this number.
    case unknownConflict = "unknown-conflict"
    /// A station's registry calls from another machine than it has enrolled on.
    case otherMachine = "other-machine"
    /// Entries do not follow the newest one that the hub has of their chain.
    case headMoved = "head-moved"
    /// Entries do not form a chain, or its station has not signed them.
    case badEntries = "bad-entries"
    /// A hub has adopted the registry.
    case registryAdopted = "registry-adopted"
}

extension GrantError {
    static func notHeld(_ tag: TagID) -> GrantError {
        GrantError(
            .tagNotHeld, "tag \(tag) is not written", why: "this station does not hold it: another one may write it",
            next: "write a tag of this station's grants; a chip that has the tag already is asked for at the hub: "
                + "waymark station borrow, or present it again after the next round")
    }

    static func written(_ tag: TagID) -> GrantError {
        GrantError(
            .tagWritten, "tag \(tag) is not given back", why: "a chip has its identifier, or may have it",
            next: "give back the tags that are only planned, or close the whole grant")
    }

    static func unwritten(_ tag: TagID) -> GrantError {
        GrantError(
            .tagNotWritten, "tag \(tag) is not given back alone", why: "no chip has its identifier yet",
            next: "give back what is left of its request: waymark station return")
    }

    package static func heldHere(_ tag: TagID, on chip: ChipUID) -> GrantError {
        GrantError(
            .tagHeld, "chip \(chip) is not asked for", why: "this station has the right to write its tag \(tag)",
            next: "write it: waymark write")
    }

    package static func noTag(on chip: ChipUID) -> GrantError {
        GrantError(
            .tagNotHeld, "chip \(chip) is not passed on", why: "this station knows no tag on it",
            next: "name a chip that this station has written: waymark tag list")
    }

    static func lent(_ tag: TagID, for chip: ChipUID, _ failure: String) -> GrantError {
        GrantError(
            .tagLent, "tag \(tag) \(failure)",
            why: "the hub has lent it for chip \(chip), which carries it: others may know it there",
            next: "write it to that chip, or give it back: waymark station return; for a chip that is lost or broken: "
                + "waymark tag retire \(tag), and a tag in its place at the hub: waymark batch revise")
    }

    package static func unknown(_ request: Int) -> GrantError {
        GrantError(
            .unknownGrant, "nothing is given back",
            why: "request \(request) is not open, and no tags were taken with it",
            next: "name a request of this station that is open or holds tags")
    }

    static func hubOwned(_ membership: HubMembership) -> GrantError {
        GrantError(
            .hubOwned, "nothing is changed", why: "the hub \(membership.hub) decides this for all its stations",
            next: "change it at the hub: it comes here with the next contact")
    }

    static var notHub: GrantError {
        GrantError(
            .notHub, "nothing is changed", why: "this is a station, and a hub decides about stations",
            next: "ask the hub")
    }

    package static var notJoined: GrantError {
        GrantError(
            .notJoined, "nothing is changed", why: "this station is under no hub",
            next: "join one first: waymark station join")
    }

    static func alreadyJoined(_ membership: HubMembership) -> GrantError {
        GrantError(
            .alreadyJoined, "the station does not join", why: "it is station \(membership.name) of \(membership.hub)",
            next: "leave that hub first")
    }

    package static func handedOver(_ handOver: RegistryHandOver) -> GrantError {
        GrantError(
            .registryAdopted, "the registry is not used any more",
            why: "the hub \(handOver.hub) has adopted it, and grants its tags to stations (chain \(handOver.chain))",
            next: "move this file away, start with a new registry, and join that hub: waymark station join")
    }

    static func parted(_ membership: HubMembership) -> GrantError {
        GrantError(
            .chainEnded, "nothing of the hub's is written",
            why: "its chain at \(membership.hub) has ended: the registry was restored or copied, or has left",
            next: "join again with a new secret of the hub: waymark station join")
    }

    static var noStation: GrantError {
        GrantError(
            .notJoined, "nothing is changed", why: "this registry is a hub's, and a hub is under no hub",
            next: "ask one of its stations")
    }

    static var atDesk: GrantError {
        GrantError(
            .hubOwned, "nothing is changed", why: "what a hub decides about its stations moves more than the journal",
            next: "ask the hub for the change itself")
    }

    static func held(_ tag: TagID, by chain: ChainName, _ failure: String) -> GrantError {
        GrantError(
            .tagHeld, failure, why: "a station (chain \(chain)) has the right to write tag \(tag)",
            next: "let the station give its tags back, or declare it lost")
    }

    static func lost(_ tag: TagID, with chain: ChainName, _ failure: String) -> GrantError {
        GrantError(
            .tagHeld, failure,
            why:
                "a station that was declared lost (chain \(chain)) has the right to write tag \(tag), or may have it, and "
                + "may put it on another chip as well",
            next: "retire it, and put another tag in its place: waymark tag retire, waymark batch revise")
    }

    static func unsettled(_ failure: String) -> GrantError {
        GrantError(
            .hubUnsettled, failure,
            why: "the hub may have forgotten that a station has taken it along, and not every station was heard since",
            next: "see for whom the hub waits: waymark hub stations")
    }

    package static func unknownStation(_ chain: ChainName) -> GrantError {
        GrantError(
            .unknownStation, "the hub does not know the station",
            why: "chain \(chain) is not one that the caller has enrolled, or it was declared lost",
            next: "enrol again with a new secret: waymark station join")
    }

    package static func unknownConflict(_ number: Int) -> GrantError {
        GrantError(
            .unknownConflict, "nothing is settled", why: "no conflict has number \(number)",
            next: "take a number from the list: waymark hub conflicts --all")
    }

    package static func otherMachine(_ name: StationName) -> GrantError {
        GrantError(
            .otherMachine, "the hub does not listen to this registry",
            why: "station \(name) has enrolled on another machine: one of the two is a copy",
            next: "if this machine takes its place, enrol it with a new secret: waymark station join")
    }

    package static var empty: GrantError {
        GrantError(
            .emptyRequest, "no tags are asked for", why: "a request is for one tag or more",
            next: "ask for at least one tag")
    }
}
