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
        for entry in entries {
            guard let event = entry.event else { throw Self.damaged("journal entry", "\(entry.sequence)") }
            standing.follow(event)
        }
        for tag in standing.grants?.plannedTags ?? [] {
            let isUsed = try tables.tag(tag).map { $0.state != .planned || $0.life.prints > 0 } ?? false
            if try isUsed || tables.wasBegun(tag) { standing.note(written: tag) }
        }
        return standing
    }
}
