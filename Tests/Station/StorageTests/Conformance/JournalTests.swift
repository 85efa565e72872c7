import Foundation
import Registry
import TestBench
import Testing

@Suite(.takesTurns) struct `The journal` {
    @Test(arguments: StorageKind.all)
    func `says who did what and when, each entry once`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let returned = try await bench.record(.writeIntended(try Samples.write("t-1", chip: 1)))
        let journal = try await bench.storage.journal(from: 1, limit: 100)
        #expect(journal.last == returned)
        #expect(journal.map(\.sequence) == [1, 2, 3, 4])
        #expect(journal.map(\.kind) == ["stores-imported", "batch-created", "batch-created", "write-intended"])
        #expect(journal.map(\.author) == Array(repeating: bench.author, count: 4))
        #expect(
            journal.map(\.time.iso8601) == (0...3).map { "2026-11-21T00:30:0\($0).000Z" })
        // Members of the payload that came before the digests stay as they were.
        let digest = #/"documents":\[\{"after":"1:[0-9a-f]{64}","set":"stores"\}\],/#
        #expect(journal[0].payload.contains(digest))
        #expect(journal[0].payload.replacing(digest, with: "") == #"{"file":"stores.csv","rows":1}"#)
        #expect(
            journal[3].payload
                == #"{"batch":"opening","product":"NTAG213","reader":"bench 1","tag":"t-1","uid":"04A1B2C3D4E501","#
                + #""url":"https://example.com/store/cupertino?tag=t-1"}"#)
        #expect(journal[0].previous == JournalEntry.beforeTheFirst)
    }

    @Test(arguments: StorageKind.all)
    func `is read in pieces`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        for number in 1...7 {
            try await bench.record(.chipRefused(try Samples.problem(nil, chip: UInt8(number))))
        }
        func sequences(_ from: Int64, _ limit: Int) async throws -> [Int64] {
            try await bench.storage.journal(from: from, limit: limit).map(\.sequence)
        }
        #expect(try await sequences(1, 3) == [1, 2, 3])
        #expect(try await sequences(4, 3) == [4, 5, 6])
        #expect(try await sequences(7, 3) == [7])
        #expect(try await sequences(8, 3) == [])
        #expect(try await sequences(-5, 2) == [1, 2])
        #expect(try await sequences(1, 0) == [])
    }

    @Test(arguments: StorageKind.all)
    func `is filtered by tag, sheets with its label included`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        try await bench.record(.writeIntended(try Samples.write("t-1", chip: 1)))
        try await bench.record(.chipRefused(try Samples.problem(nil, chip: 2)))
        let sheet = try await bench.record(.sheetMade(try Samples.sheet(["q-1"])))
        func kinds(_ tag: String) async throws -> [String] {
            let catalogue = try #require(bench.storage as? any RegistryQueries)
            return try await catalogue.journal(
                JournalFilter(tag: name(tag), newestFirst: true), PageRequest(after: nil, limit: 10)
            ).map(\.kind)
        }
        #expect(try await kinds("t-1") == ["write-intended"])
        #expect(try await kinds("q-1") == [sheet.kind])
        #expect(try await kinds("nothing") == [])
    }

    @Test(arguments: StorageKind.all)
    func `is a chain that checks out, from the empty one on`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        #expect(try await bench.storage.verifyJournal() == JournalCheck(entries: 0, brokenAt: nil))
        for count in 1...5 {
            try await bench.record(.chipRefused(try Samples.problem(nil, chip: 1)))
            #expect(try await bench.storage.verifyJournal() == JournalCheck(entries: Int64(count), brokenAt: nil))
        }
    }

    @Test(arguments: StorageKind.all)
    func `accounts for every row of the tables`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        let check = try await bench.storage.proveTables()
        #expect(check.brokenAt == nil && check.deviations == [] && check.unproven == [])
    }

    /// By `sha256sum` and the seven lines that ``JournalEntry/canonicalBytes`` documents, spelled out here.
    @Test(.enabled(if: Command.sha256sum.isExpected, "sha256sum is not installed"), arguments: StorageKind.all)
    func `is a chain that anyone can recompute`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        _ = try await bench.storage.record(
            .chipRefused(Samples.problem(nil, chip: 9)), by: Author(station: "서울-1", actor: "al\nice 👩‍🍳"))
        try await bench.record(.tagRetired(TagRelease(tag: name("t-1"), uid: nil, reason: "fell\noff \"the\" door/\\")))
        try await bench.record(.chipRefused(try Samples.problem(nil, chip: 9)))

        let folder = try TemporaryFolder()
        let journal = try await bench.storage.journal(from: 1, limit: 100)
        for entry in journal {
            let text = """
                \(entry.sequence)
                \(entry.time)
                \(entry.author.station)
                \(entry.author.actor)
                \(entry.kind)
                \(entry.payload)
                \(entry.previous)
                """
            try folder.write(Data(text.utf8), to: "\(entry.sequence)")
        }
        let sums = try Command.sha256sum.run(journal.map { folder["\($0.sequence)"] }).output
            .split(separator: "\n").map { String($0.prefix(64)) }
        #expect(sums.count == journal.count)
        #expect(journal.map(\.previous) == [String(repeating: "0", count: 64)] + sums.dropLast())
    }

    @Test(arguments: StorageKind.all)
    func `has no gaps when many record at once`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let storage = bench.storage
        let author = bench.author
        let problem = try Samples.problem(nil, chip: 1)
        let sequences = try await withThrowingTaskGroup { group in
            for _ in 0..<200 {
                group.addTask { try await storage.record(.chipRefused(problem), by: author).sequence }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sequences.sorted() == Array(1...200))
        #expect(try await storage.verifyJournal() == JournalCheck(entries: 200, brokenAt: nil))
    }

    @Test(arguments: StorageKind.all)
    func `goes on where it was when the storage is opened again`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.written())
        try await bench.record([
            .experiencesImported([try Samples.experience("https://example.com/")], file: "e.csv"),
            .readerAdded(ReaderRecord(name: try name("bench 1"), connection: "pn532_uart:/dev/ttyUSB0")),
        ])
        let before = try await Everything(bench.storage)
        try await bench.reopen()
        #expect(try await Everything(bench.storage) == before)
        let next = try await bench.record(.writeIntended(try Samples.write("t-2", chip: 2)))
        #expect(next.sequence == Int64(before.journal.count) + 1)
        #expect(try await bench.storage.verifyJournal() == JournalCheck(entries: next.sequence, brokenAt: nil))
    }
}
