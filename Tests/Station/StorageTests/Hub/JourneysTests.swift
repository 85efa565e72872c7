import HubStorage
import Registry
import Storage
import Synchronization
import TestBench
import Testing

/// How often a change asks the database does not depend on how much is in it.
@Suite(.needsPostgreSQL, .takesTurns) struct `Journeys to the database` {
    private static let author = Author(station: "hub", actor: "alice")

    /// Statements that a hub with so many batches sends for what happens to one of them.
    private func statements(among batches: Int, _ event: (BatchName) -> JournalEvent) async throws -> Int {
        let sent = Counter()
        let place = try await HubPlace()
        let proxy = try CuttingProxy(before: try await PrivatePostgreSQL.shared.value.host) { message in
            // Parse.
            if message.first == 0x50 { sent.count.add(1, ordering: .relaxed) }
        }
        let hub = try await place.registry(through: proxy.host, pausing: false) { Timestamp.now }
        try await hub.record(
            .storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: Self.author)
        for number in 1...batches {
            let batch = try Samples.batch("batch-\(number)", ["t-\(number)"])
            try await hub.record(.batchCreated(batch), by: Self.author)
        }
        let before = sent.count.load(ordering: .relaxed)
        try await hub.record(event(try name("batch-1")), by: Self.author)
        // The database is another test's when the place goes.
        return withExtendedLifetime(place) { sent.count.load(ordering: .relaxed) - before }
    }

    private final class Counter: Sendable {
        let count = Atomic<Int>(0)
    }

    @Test func `are as many for a batch among many as among few`() async throws {
        let (few, many) = (
            try await statements(among: 2) { .batchPaused(BatchPause(batch: $0, reason: nil)) },
            try await statements(among: 40) { .batchPaused(BatchPause(batch: $0, reason: nil)) }
        )
        #expect(few > 0)
        #expect(few == many)
    }
}
