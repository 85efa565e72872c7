package import Grants
internal import Registry

/// Whether the station is under a hub, and what it holds: by the journal alone.
extension SQLiteRegistry: StandingStorage {
    package func standing() throws -> StationStanding {
        if let known = knownStanding { return known }
        let standing = try translatingErrors { try replayedStanding() }
        knownStanding = standing
        return standing
    }

    /// Only the last membership counts. What was written of its tags is not looked for entry by entry: a tag that is held
    /// and more than a plan was written or printed since.
    private func replayedStanding() throws -> StationStanding {
        // Nothing follows it.
        if case .registryHandedOver(let handOver) = try newestEntry()?.event { return .handedOver(handOver) }
        var standing = StationStanding.alone
        let entries = try database.rows(
            Self.selectEntry + " WHERE \(RegistrySchema.concernsGrants) ORDER BY sequence", [], as: Self.entry)
        var taken: [Int: Int64] = [:]
        for entry in entries {
            guard let event = entry.event else { throw Self.damaged("journal entry", "\(entry.sequence)") }
            if case .grantMoved(.taken(let grant, _)) = event { taken[grant.request] = entry.sequence }
            standing.follow(event)
        }
        guard let grants = standing.grants else { return standing }
        for tag in grants.plannedTags {
            let isUsed = try tables.tag(tag).map { $0.state != .planned || $0.life.prints > 0 } ?? false
            let begun = grants.grant(of: tag).flatMap { taken[$0] } ?? 0
            if try isUsed || isIntended(tag, after: begun) { standing.note(written: tag) }
        }
        return standing
    }

    /// What was intended under an earlier grant is done: the tag has left that chip.
    private func isIntended(_ tag: TagID, after sequence: Int64) throws -> Bool {
        try database.integer(
            "SELECT 1 FROM journal WHERE \(RegistrySchema.tagOfPayload) = ? AND kind = ? AND sequence > ? LIMIT 1",
            [.text(tag.text), .text(JournalEvent.Kind.writeIntended.rawValue), .integer(sequence)]) != nil
    }
}
