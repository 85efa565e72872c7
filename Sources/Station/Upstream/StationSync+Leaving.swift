internal import API
internal import Faults
internal import Registry

/// A station that has left: what it has journalled until then goes up, so that the hub knows what was written and has
/// the rest back. Nothing comes down.
extension StationSync {
    package enum Departure: String, Hashable, Sendable, Encodable {
        /// The hub has it, and does not understand an entry before it yet: that waits for a later version of the hub.
        case sent
        /// The chain is over at the hub.
        case over
    }

    /// Also finds that all of it was done before.
    package func lastRound() async throws -> Round {
        let departure = try await departure()
        var round = Round()
        do {
            let orders = try await meet(hasLeft: true).1
            round.isSettled = orders.isSettled
            try await upload(from: orders.head, upTo: departure, into: &round)
            try witness.keep(departure: departure)
            round.departure = .sent
            // A hub that has followed the chain to its end does not know the station any more.
            _ = try await meet(hasLeft: true)
        } catch let error as ClientError where error.isOfUnknownStation {
            guard try witness.hasSent(departure) else { throw Self.unheard(credentials.hub) }
            round.departure = .over
        }
        return round
    }

    /// The entry with which the station left. Throws where its registry was restored before it did: the hub must not
    /// hear that tags were never written of which the registry has only forgotten it.
    private func departure() async throws -> JournalPoint {
        let status = try await station.hubStatus()
        guard let membership = status.membership, membership.chain == credentials.chain else {
            throw UpstreamError.otherRegistry(credentials)
        }
        let joined = try await first(JournalFilter(kind: .hubJoined, newestFirst: true))?.sequence ?? 1
        let left = try await first(JournalFilter(from: joined, kind: .hubLeft))
        let restored = try await first(JournalFilter(from: joined, kind: .registryRestored))
        guard let left, left.sequence < restored?.sequence ?? .max else { throw Self.parted(from: membership.hub) }
        return try left.point()
    }

    private func first(_ filter: JournalFilter) async throws -> JournalEntry? {
        try await station.journal(filter, limit: 1).entries.first?.entry
    }

    private static func unheard(_ hub: HubAddress) -> UpstreamError {
        UpstreamError(
            .otherHub, "\(hub.url) does not know the station any more",
            why: "it was declared lost there, or the hub's answer to the last entries was lost on its way",
            next: "nothing is left to send: remove the credentials; to join again (with --yes), ask for a new secret")
    }
}

extension UpstreamError {
    static func otherRegistry(_ credentials: HubCredentials) -> UpstreamError {
        UpstreamError(
            .otherHub, "the station is not brought together with \(credentials.hub.url)",
            why: "its registry is not the chain \(credentials.chain) that these credentials are for",
            next: "join again: waymark station join")
    }
}

extension ClientError {
    fileprivate var isOfUnknownStation: Bool { complaint.code.rawValue == "unknown-station" }
}
