internal import Faults
package import Registry
internal import Storage

/// A registry in a file, and what the hub has of it.
package struct AdoptionState: Sendable {
    /// As which the hub keeps its journal.
    package let chain: ChainName
    /// The station as the last entry names it.
    package let station: String
    /// The last entry that the hub keeps.
    package let head: JournalPoint
    /// What the file itself says of it.
    package let handOver: RegistryHandOver?
    package let isKnown: Bool
    package let isApplied: Bool
    package let isEnded: Bool
    /// How often evidence had been erased at the hub when the tables came.
    package let erasures: Int64

    init(_ chain: ChainName, _ end: StandaloneRegistry.End, known row: AdoptedChains.Row?) {
        self.chain = chain
        station = end.station
        head = end.head
        handOver = end.handOver
        isKnown = row != nil
        (isApplied, isEnded) = (row?.isApplied ?? false, row?.isEnded ?? false)
        erasures = row?.erasures ?? 0
    }
}

extension RegistryError {
    private static let failure = "the registry is not adopted"

    static func empty(_ path: String) -> RegistryError {
        RegistryError(
            .badBackup, failure, why: "nothing has happened in \(path)", next: "name the registry of a station")
    }

    /// Its pages, or the chain of its journal.
    static func damaged(at sequence: Int64) -> RegistryError {
        RegistryError(
            .registryDamaged, failure, why: "its journal breaks at entry \(sequence)",
            next: "look at it where it was (waymark journal verify), or adopt a backup from before")
    }

    static func deviating(_ subject: String, _ reason: String) -> RegistryError {
        RegistryError(
            .registryDamaged, failure, why: "its tables are not what its journal says. \(subject): \(reason)",
            next: "look at it where it was (waymark journal verify), or adopt a backup from before")
    }

    static func goneOn(_ path: String, _ chain: ChainName, after head: JournalPoint) -> RegistryError {
        RegistryError(
            .contradiction, failure,
            why: "the hub has adopted it up to entry \(head.sequence) (chain \(chain)), and \(path) has gone on since",
            next: "it is a copy that was used on: look which chips it has written, and stop its daemon for good")
    }

    static func older(
        _ path: String, _ chain: ChainName, end: JournalPoint, than head: JournalPoint
    ) -> RegistryError {
        RegistryError(
            .contradiction, failure,
            why:
                "\(path) ends at entry \(head.sequence), and the hub has the same registry up to entry \(end.sequence)",
            next: "it is an older copy of chain \(chain): there is nothing to adopt")
    }

    static func elsewhere(_ handOver: RegistryHandOver) -> RegistryError {
        RegistryError(
            .contradiction, failure,
            why:
                "it was handed over to the hub \(handOver.hub), and this hub does not have its chain \(handOver.chain)",
            next: "adopt it there; if this is that hub, and its database was set back: waymark-hub adopt --again")
    }
}
