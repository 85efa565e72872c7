import Registry
import Storage
import Synchronization
import TestBench
import Testing

/// A large batch comes in pieces beside the bench: counted in entries of the journal, not in seconds.
@Suite struct `A large batch on its way in` {
    private static let count = 6_000
    private let folder: TemporaryFolder
    private let registry: SQLiteRegistry
    private let author = Author(station: "bench-1", actor: "alice")

    init() async throws {
        folder = try TemporaryFolder()
        registry = try SQLiteRegistry(path: folder["r.sqlite"], now: Bench.clock())
        for event in try Samples.opened() { try await registry.record(event, by: author) }
    }

    private func large() throws -> Batch { try Samples.batch("large", (1...Self.count).map { "l-\($0)" }) }

    /// Does something again and again until the batch is in; returns its entry, and what came of each time.
    private func importing<Value: Sendable>(
        _ body: @Sendable (isolated Apart, _ round: Int) async throws -> Value?
    ) async throws -> (JournalEntry, [Value]) {
        let (batch, end) = (try large(), End())
        let coming = Task {
            defer { end.isReached.store(true, ordering: .relaxed) }
            return try await registry.record(.batchCreated(batch), by: author)
        }
        let values = try await Apart().run { apart in
            var (values, round) = ([Value](), 0)
            while !end.isReached.load(ordering: .relaxed) {
                if let value = try await body(apart, round) { values.append(value) }
                round += 1
            }
            return values
        }
        return (try await coming.value, values)
    }

    private final class End: Sendable {
        let isReached = Atomic(false)
    }

    @Test func `lets the intents of the bench in between its pieces`() async throws {
        let write = try Samples.write("t-1", chip: 1)
        let (entry, intents) = try await importing { _, _ in
            try await registry.record(.writeIntended(write), by: author)
        }
        let between = intents.count { $0.sequence < entry.sequence }
        #expect(between >= 5, "\(between) of \(intents.count) intents came before the batch")
        // The digest of its plans, too, was taken beside the bench.
        let check = try await registry.proveTables()
        #expect(check.brokenAt == nil && check.deviations == [] && check.unproven == [])
        #expect(try await registry.batch(name("large")) == large())
    }

    @Test func `is seen by no reader before all of it is in`() async throws {
        let reader = try SQLiteRegistry(reading: folder["r.sqlite"])
        let before = try await Everything(reader)
        let (entry, looks) = try await importing { _, _ in
            let summary = try await reader.batch(summary: name("large"))
            #expect(summary == nil || summary?.tags == Self.count)
            let tags = try await reader.tags(TagFilter(), PageRequest(after: nil, limit: 100_000))
            #expect([before.tags.count, before.tags.count + Self.count].contains(tags.count))
            return try await reader.tag(name("l-1")) == nil ? true : nil
        }
        #expect(!looks.isEmpty)
        let after = try await Everything(reader)
        #expect(after.journal == before.journal + [entry])
        #expect(after.tags == before.tags + (try large()).tags)
    }

    /// A copy of the registry as it is at one moment is what a kill at that moment leaves.
    @Test func `leaves nothing when the process ends, and can come again`() async throws {
        let before = try await Everything(registry)
        let (_, copies) = try await importing { _, round in
            // Each is imported again below: a few moments are enough.
            guard round < 4 else {
                await Task.yield()
                return nil as Int?
            }
            try await RegistryBackup.write(folder["r.sqlite"], to: folder["copy-\(round).sqlite"])
            return round
        }
        var partly = 0
        for number in copies {
            let copy = try SQLiteRegistry(path: folder["copy-\(number).sqlite"], now: Bench.clock())
            let found = try await Everything(copy)
            guard found != (try await Everything(registry)) else { continue }
            partly += 1
            #expect(found == before)
            try await copy.removeLeftovers()
            #expect(try await Everything(copy) == before)
            try await copy.record(.batchCreated(large()), by: author)
            #expect(try await copy.batch(name("large")) == large())
        }
        #expect(partly > 0)
    }

    /// It is gone for every reader at once, and its rows go a piece at a time; a kill in between leaves none of them.
    @Test func `goes as it came`() async throws {
        let before = try await Everything(registry)
        // Its rows are still going when the copy below is made.
        let count = 4 * Self.count
        let large = try Samples.batch("large", (1...count).map { "l-\($0)" })
        try await registry.record(.batchCreated(large), by: author)
        let reader = try SQLiteRegistry(reading: folder["r.sqlite"])
        let write = try Samples.write("t-1", chip: 1)
        let end = End()
        let deletion = Task {
            defer { end.isReached.store(true, ordering: .relaxed) }
            return try await registry.record(
                .batchDeleted(BatchDeletion(batch: name("large"), tags: count)), by: author)
        }
        let intents = try await Apart().run { _ in
            var intents = 0
            while !end.isReached.load(ordering: .relaxed) {
                guard try await reader.batch(summary: name("large")) == nil else { continue }
                #expect(try await reader.tags().count == before.tags.count)
                try await registry.record(.writeIntended(write), by: author)
                intents += 1
                if intents == 2 { try await RegistryBackup.write(folder["r.sqlite"], to: folder["copy.sqlite"]) }
            }
            return intents
        }
        _ = try await deletion.value
        try #require(intents >= 2, "\(intents) intents came between its pieces")
        let copy = try SQLiteRegistry(path: folder["copy.sqlite"], now: Bench.clock())
        #expect(try await copy.tags().map(\.id) == before.tags.map(\.id))
        try await copy.removeLeftovers()
        // Its identifiers are free again.
        try await copy.record(.batchCreated(large), by: author)
        let check = try await copy.proveTables()
        #expect(check.deviations == [])
    }
}
