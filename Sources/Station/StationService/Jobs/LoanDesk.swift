internal import API
internal import Chips
internal import Grants
internal import Registry

/// Asks the hub for chips that other stations have written. What is asked is in the journal, and goes out with the next
/// round.
struct LoanDesk: Sendable {
    let storage: any RegistryStorage
    let membership: any StandingStorage

    /// Whether there is a hub to ask.
    func isOpen() async throws -> Bool {
        if case .joined = try await membership.standing() { true } else { false }
    }

    /// A chip that is asked for already has the same request.
    func ask(for uid: ChipUID, by author: Author) async throws -> GrantRequest {
        guard let grants = try await membership.standing().grants else { throw GrantError.notJoined }
        if let tag = try await storage.tag(onChip: uid), grants.grant(of: tag.id) != nil {
            throw GrantError.heldHere(tag.id, on: uid)
        }
        for action in try grants.actions(for: .wantedChip(uid)) {
            switch action {
            case .journal(.asked(let request)): try await storage.record(.grantMoved(.asked(request)), by: author)
            case .send(let request): return request
            case .journal: break
            }
        }
        throw GrantError.notJoined
    }
}
