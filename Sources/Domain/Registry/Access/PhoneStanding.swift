internal import Faults

/// A paired phone as a request found it. What it sends is kept while that is so, and not behind the back of an erasure.
public struct PhoneStanding: Hashable, Sendable {
    public let name: TokenName
    /// What it saw before this moment was forgotten at the station; nil for nothing.
    public let forgotten: Timestamp?

    public init(_ kept: KeptToken) {
        name = kept.token.name
        forgotten = kept.forgotten
    }

    /// Throws where the registry knows the phone otherwise, or not at all. `tokens`: those that it has now.
    public func check(among tokens: [KeptToken]) throws {
        if tokens.contains(where: { PhoneStanding($0) == self }) { return }
        throw RegistryError(
            .contradiction, "nothing was kept",
            why: "what phone \(name) is to forget has changed since the request came, or its pairing has ended",
            next: "send it again")
    }
}
