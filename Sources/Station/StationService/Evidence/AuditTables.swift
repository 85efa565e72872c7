internal import Audit
internal import Registry

/// What an audit of everything compares evidence with, kept while the plan stays the same and audits ask for it: reading it
/// takes longer than judging what is new.
actor AuditTables {
    private var kept: (tables: PreparedScope, place: JournalPlace, used: ContinuousClock.Instant)?
    /// Who comes meanwhile waits for it: tables of a large registry are in memory once.
    private var reading: Task<Void, any Error>?

    /// How long tables that no audit asks for stay in memory.
    private static let idleTime = Duration.seconds(300)

    /// The tables of the plan as it is now, or was a moment ago.
    func current(
        _ history: any RegistryStorage, _ scope: @escaping @Sendable () async throws -> AuditScope
    ) async throws -> PreparedScope {
        while true {
            if let kept {
                if try await !history.hasPlanChanged(since: kept.place) {
                    self.kept?.used = .now
                    return kept.tables
                }
                // Meanwhile another one may have read them again.
                if let other = self.kept, other.place != kept.place { continue }
            }
            if let reading {
                // Whether it succeeds is seen by what is kept.
                _ = await reading.result
                continue
            }
            kept = nil
            let reading = Task { try await read(history, scope) }
            self.reading = reading
            try await reading.value
            // What it has read is as new as this call.
            if let kept { return kept.tables }
        }
    }

    private func read(
        _ history: any RegistryStorage, _ scope: @escaping @Sendable () async throws -> AuditScope
    ) async throws {
        defer { reading = nil }
        // Before the scope: entries that come meanwhile are looked at the next time.
        let place = try await history.journalPlace()
        kept = (PreparedScope(try await scope()), place, .now)
    }

    /// For now and then.
    func tidyUp() {
        if let kept, kept.used.duration(to: .now) > Self.idleTime { self.kept = nil }
    }
}
