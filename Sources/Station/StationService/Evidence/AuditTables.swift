internal import Audit
internal import Registry

/// What an audit of everything compares evidence with, kept while the plan stays the same and audits ask for it: reading it
/// takes longer than judging what is new.
actor AuditTables {
    private struct Kept {
        let tables: PreparedScope
        let place: JournalPlace
        /// The number of the reading that has brought them.
        let reading: Int
        var used = ContinuousClock.now
    }

    private var kept: Kept?
    /// How many readings have begun.
    private var begun = 0
    /// Who comes meanwhile waits for it: tables of a large registry are in memory once.
    private var reading: Task<Void, any Error>?

    /// How long tables that no audit asks for stay in memory.
    private static let idleTime = Duration.seconds(300)

    /// The tables of the plan as it is now, or was a moment ago.
    func current(
        _ history: any RegistryStorage, _ scope: @escaping @Sendable () async throws -> AuditScope
    ) async throws -> PreparedScope {
        let before = begun
        while true {
            if let kept {
                // What was begun behind this call is as new as it asks for, whatever is written meanwhile.
                if kept.reading > before { return kept.tables }
                if try await !history.hasPlanChanged(since: kept.place) {
                    self.kept?.used = .now
                    return kept.tables
                }
                // Meanwhile another one may have read them again.
                if let other = self.kept, other.reading != kept.reading { continue }
            }
            if let reading {
                // Whether it succeeds is seen by what is kept.
                _ = await reading.result
                continue
            }
            kept = nil
            begun += 1
            let reading = Task { try await read(history, scope) }
            self.reading = reading
            try await reading.value
        }
    }

    private func read(
        _ history: any RegistryStorage, _ scope: @escaping @Sendable () async throws -> AuditScope
    ) async throws {
        defer { reading = nil }
        // Before the scope: entries that come meanwhile are looked at the next time.
        let place = try await history.journalPlace()
        kept = Kept(tables: PreparedScope(try await scope()), place: place, reading: begun)
    }

    /// For now and then.
    func tidyUp() {
        if let kept, kept.used.duration(to: .now) > Self.idleTime { self.kept = nil }
    }
}
