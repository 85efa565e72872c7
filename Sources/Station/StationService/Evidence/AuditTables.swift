internal import Audit
internal import Registry

/// What an audit of everything compares evidence with, kept while the plan stays the same and audits ask for it: reading it
/// takes longer than judging what is new.
actor AuditTables {
    private var kept: (tables: PreparedScope, place: JournalPlace, used: ContinuousClock.Instant)?

    /// How long tables that no audit asks for stay in memory.
    private static let idleTime = Duration.seconds(300)

    /// The tables of the plan as it is now, or was a moment ago.
    func current(
        _ history: any RegistryStorage, _ scope: @Sendable () async throws -> AuditScope
    ) async throws -> PreparedScope {
        if let kept, try await !history.hasPlanChanged(since: kept.place) {
            self.kept?.used = .now
            return kept.tables
        }
        kept = nil
        // Before the scope: entries that come meanwhile are looked at the next time.
        let place = try await history.journalPlace()
        let tables = PreparedScope(try await scope())
        kept = (tables, place, .now)
        return tables
    }

    /// For now and then.
    func tidyUp() {
        if let kept, kept.used.duration(to: .now) > Self.idleTime { self.kept = nil }
    }
}
