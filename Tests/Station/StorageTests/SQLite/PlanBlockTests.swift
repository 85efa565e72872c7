import Registry
import Storage
import TestBench
import Testing

/// A change of a few tags of a large batch reads and digests their neighbours only, and hides nothing.
@Suite(.enabled(if: Command.sqlite.isExpected, "sqlite3 is not installed"))
struct `Blocks of plans` {
    private let folder: TemporaryFolder
    private let registry: SQLiteRegistry
    private let author = FullRegistry.author

    init() async throws {
        folder = try TemporaryFolder()
        registry = try SQLiteRegistry(path: folder["r.sqlite"], now: Bench.clock())
        for event in try Samples.opened() { try await registry.record(event, by: author) }
        // Four blocks; the first 256 rows are block 0.
        try await registry.record(.batchCreated(Samples.batch("large", (0..<1_000).map { "l-\($0)" })), by: author)
    }

    private func sql(_ text: String) throws {
        let outcome = try Command.sqlite.run([folder["r.sqlite"], text])
        #expect(outcome.status == 0, "\(outcome.complaint)")
    }

    private func change(_ event: JournalEvent) async throws -> DocumentChange {
        let entry = try await registry.record(event, by: author)
        return try #require(entry.documents.first { $0.set == .tags(try name("large")) })
    }

    private func deletion(_ tag: String) throws -> JournalEvent {
        .tagDeleted(TagDeletion(tag: try name(tag), batch: try name("large")))
    }

    private func whys() async throws -> [String] {
        let check = try await registry.proveTables()
        return try #require(check.deviations).map { "\($0.subject): \($0.why)" }
    }

    @Test func `are right after every kind of change`() async throws {
        let revision = try Samples.batch("large", ["l-3", "l-300", "n-1", "n-2"])
        let first = try await change(deletion("l-999"))
        let second = try await change(.batchRevised(revision))
        let third = try await change(deletion("l-512"))
        #expect(first.after == second.before && second.after == third.before)
        #expect([first.before, first.after, second.after, third.after].map(\.?.rows) == [1_000, 999, 1_001, 1_000])
        #expect(try await whys() == [])
        // A block loses all its tags.
        for row in 256..<512 { _ = try await change(deletion("l-\(row)")) }
        #expect(try await whys() == [])
    }

    @Test func `that an entry changes show what was changed in them beside the journal`() async throws {
        try sql("UPDATE tags SET placement = 'door' WHERE id = 'l-301'")
        _ = try await change(deletion("l-300"))
        let whys = try await whys()
        #expect(whys.count == 1)
        #expect(whys[0].hasPrefix("tags of batch large: they were changed beside the journal between entries "))
    }

    /// The row is in a block that the entry does not read.
    @Test func `that no entry changes are not read, and not covered either`() async throws {
        try sql("UPDATE tags SET placement = 'door' WHERE id = 'l-301'")
        let entry = try await registry.record(deletion("l-1"), by: author)
        #expect(try await whys() == ["tags of batch large: they are not those of entry \(entry.sequence)"])
    }

    @Test(arguments: [
        "UPDATE plan_blocks SET digest = replace(digest, substr(digest, 1, 1), 'x') WHERE block = 2",
        "DELETE FROM plan_blocks WHERE block = 2", "UPDATE plan_blocks SET rows = rows - 1 WHERE block = 2",
    ])
    func `whose digests are changed by hand are reported`(text: String) async throws {
        try sql(text)
        let kept = "tags of batch large: the digests that are kept of their blocks are not theirs"
        #expect(try await whys() == [kept])
        _ = try await change(deletion("l-1"))
        let whys = try await whys()
        #expect(whys.contains { $0.contains("they were changed beside the journal between entries ") }, "\(whys)")
    }

    @Test func `of an empty batch are none`() async throws {
        try await registry.record(.batchDeleted(BatchDeletion(batch: name("large"), tags: 1_000)), by: author)
        let left = try Command.sqlite.run([
            folder["r.sqlite"],
            "SELECT (SELECT count(*) FROM plan_blocks), (SELECT count(*) FROM tags), (SELECT count(*) FROM batches)",
        ])
        let others = try await registry.batches()
        #expect(left.output == "\(others.count)|\(others.map(\.tags).reduce(0, +))|\(others.count)\n")
        #expect(try await whys() == [])
    }
}
