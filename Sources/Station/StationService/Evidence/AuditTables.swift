internal import Audit
internal import Registry

/// What an audit of everything compares evidence with, kept while the plan stays the same and audits ask for it: reading it
/// takes longer than judging what is new.
actor AuditTables {
    private var kept: (tables: PreparedScope, sequence: Int64, used: ContinuousClock.Instant)?

    /// How long tables that no audit asks for stay in memory.
    private static let idleTime = Duration.seconds(300)
    /// More entries than this since then are not looked at.
    private static let entryLimit = 1_000

    /// The tables of the plan as it is now, or was a moment ago.
    func current(
        _ history: any RegistryStorage, _ scope: @Sendable () async throws -> AuditScope
    ) async throws -> PreparedScope {
        if let kept, try await isCurrent(kept.sequence, history) {
            self.kept?.used = .now
            return kept.tables
        }
        kept = nil
        // Before the scope: entries that come meanwhile are looked at the next time.
        let sequence = try await history.newestEntry()?.sequence ?? 0
        let tables = PreparedScope(try await scope())
        kept = (tables, sequence, .now)
        return tables
    }

    /// Every change of the plan is an entry of the journal.
    private func isCurrent(_ sequence: Int64, _ history: any RegistryStorage) async throws -> Bool {
        let entries = try await history.journal(from: sequence + 1, limit: Self.entryLimit)
        guard entries.count < Self.entryLimit else { return false }
        return entries.allSatisfy { entry in
            JournalEvent.Kind(rawValue: entry.kind).map { !$0.changesPlan } ?? false
        }
    }

    /// For now and then.
    func tidyUp() {
        if let kept, kept.used.duration(to: .now) > Self.idleTime { self.kept = nil }
    }
}
