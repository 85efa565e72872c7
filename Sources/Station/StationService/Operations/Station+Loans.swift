internal import API
internal import Chips
internal import Grants
internal import Registry

/// Chips that go from one station of a hub to another.
extension Station {
    func borrow(_ uid: ChipUID, by author: Author) async throws -> GrantRequest {
        try await LoanDesk(storage: storage, membership: membership).ask(for: uid, by: author)
    }

    /// Gives the right to write a chip's tag back to the hub; the tag stays on the chip.
    func passOn(_ uid: ChipUID, by author: Author) async throws -> HubStatus {
        guard let grants = try await membership.standing().grants else { throw GrantError.notJoined }
        guard let tag = try await storage.tag(onChip: uid) else { throw GrantError.noTag(on: uid) }
        for case .journal(let entry) in try grants.actions(for: .lending(tag.id)) {
            guard let move = GrantMove(giving: tag, entry) else { continue }
            try await storage.record(.grantMoved(move), by: author)
        }
        return try await hubStatus()
    }

    func refuse(_ refused: LoanRefused, by author: Author) async throws -> HubStatus {
        guard let grants = try await membership.standing().grants else { throw GrantError.notJoined }
        guard let open = grants.open[refused.request] else { throw GrantError.unknown(refused.request) }
        let end = GrantEnd(request: refused.request, batch: open.batch, refusal: refused.refusal)
        try await storage.record(.grantMoved(.declined(end)), by: author)
        return try await hubStatus()
    }
}

extension GrantMove {
    /// Gives the right to write a tag back, which keeps its chip.
    fileprivate init?(giving tag: Tag, _ entry: GrantEntry) {
        switch entry {
        case .returned(let request, let tags):
            self = .returned(GrantEnd(request: request, batch: tag.batch, tags: tags, chip: tag.uid))
        case .closed(let request): self = .closed(GrantEnd(request: request, batch: tag.batch))
        default: return nil
        }
    }
}
