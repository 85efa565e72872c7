/// A registry that knows whether its station is under a hub.
package protocol StandingStorage: Sendable {
    /// By the journal, up to its newest entry.
    func standing() async throws -> StationStanding
}
