import Faults
import Foundation
import Registry
import Storage
import TestBench
import Testing

/// A backup put in the place of a registry, whatever that one has become since.
@Suite struct `A restoration` {
    private let author = Author(station: "bench-1", actor: "alice")
    private let folder: TemporaryFolder
    private var path: String { folder["r.sqlite"] }
    private var backup: String { folder["backup.sqlite"] }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A registry with `before`, a backup of it, and `after`.
    private func lose(_ before: [JournalEvent], _ after: [JournalEvent]) async throws {
        let registry = try SQLiteRegistry(path: path, now: Bench.clock())
        for event in before { try await registry.record(event, by: author) }
        try await RegistryBackup.write(path, to: backup)
        let later = Bench.clock(from: 3_600)
        do {
            let registry = try SQLiteRegistry(path: path, now: later)
            for event in after { try await registry.record(event, by: author) }
        }
    }

    private func restored(newest: JournalPoint? = nil) async throws -> (RestorationAccount, SQLiteRegistry) {
        let replacement = try await RegistryReplacement(try BackupSource(backup), of: path, newest: newest)
        let account = replacement.account
        try await replacement.carryOut(by: author)
        return (account, try SQLiteRegistry(path: path))
    }

    private var left: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test func `says what is lost, and the journal goes on in one chain`() async throws {
        try await lose(
            try Samples.opened(),
            [
                .writeIntended(try Samples.write("t-1", chip: 1)), .writeConfirmed(try Samples.write("t-1", chip: 1)),
                .writeIntended(try Samples.write("t-2", chip: 2)), .sheetMade(try Samples.sheet(["q-1"])),
            ])
        let (account, registry) = try await restored()
        #expect(account.entries == 3 && account.common == 3 && account.lostCount == 4)
        #expect(account.lost.kinds == ["write-intended": 2, "write-confirmed": 1, "sheet-made": 1])
        #expect(account.isReadable && !account.isDoubtful)
        let journal = try await registry.journal(from: 1, limit: 100)
        #expect(journal.map(\.kind).last == "registry-restored" && journal.count == 4)
        #expect(journal.last?.payload.contains(#""tags":["q-1","t-1","t-2"]"#) == true)
        #expect(try await registry.verifyJournal() == JournalCheck(entries: 4, brokenAt: nil))
    }

    @Test func `tags that were written since are what they were, and are on no other chip`() async throws {
        try await lose(
            try Samples.opened(),
            [
                .writeIntended(try Samples.write("t-1", chip: 1)), .writeConfirmed(try Samples.write("t-1", chip: 1)),
                .writeIntended(try Samples.write("t-2", chip: 2)), .sheetMade(try Samples.sheet(["q-1"])),
                .tagRetired(try Samples.release("t-3")),
            ])
        let (_, registry) = try await restored()
        let tags = try await registry.tags()
        #expect(tags.map(\.state) == [.written, .unfinished, .retired, .printed, .planned])
        #expect(tags.map(\.uid) == [try Samples.chip(1), try Samples.chip(2), nil, nil, nil])
        #expect(tags.map(\.prints) == [0, 0, 0, 1, 0])
        await #expect(throws: RegistryError.self) {
            try await registry.record(.writeIntended(try Samples.write("t-1", chip: 9)), by: author)
        }
    }

    @Test func `a batch that was created since is what it was when it is created again`() async throws {
        let batch = try Samples.batch("later", ["l-1", "l-2"])
        try await lose(
            try Samples.opened(),
            [
                .batchCreated(batch), .writeIntended(try Samples.write("l-1", chip: 7, batch: "later")),
                .writeConfirmed(try Samples.write("l-1", chip: 7, batch: "later")),
            ])
        let (account, registry) = try await restored()
        #expect(account.lost.begun == ["batch later"])
        try await registry.record(.batchCreated(batch), by: author)
        let tags = try #require(try await registry.batch(try name("later"))).tags
        #expect(tags.map(\.state) == [.written, .planned])
        #expect(tags.first?.uid == (try Samples.chip(7)))
        #expect(tags.first?.writtenURL == tags.first?.url)
    }

    @Test func `a token that was revoked since stays revoked`() async throws {
        let tokens = try ["old", "kept"].map { AccessToken(name: try name($0), role: .read, expires: nil) }
        try await lose(
            tokens.map { .tokenCreated($0, digest: "digest of \($0.name)") }, [.tokenRevoked(tokens[0])])
        let (_, registry) = try await restored()
        #expect(try await registry.tokens().map(\.token.name) == [tokens[1].name])
    }

    @Test(.enabled(if: Command.sqlite.isExpected, "sqlite3 is not installed"))
    func `a chip that moved to another tag since belongs to that one`() async throws {
        try await lose(try Samples.written(), [.tagReplaced(try Samples.release("t-1", chip: 1))])
        // Earlier versions knew of no chips that were given up, and gave them to other tags.
        #expect(try Command.sqlite.run([path, "DELETE FROM former_carriers"]).status == 0)
        do {
            let registry = try SQLiteRegistry(path: path, now: Bench.clock(from: 7_200))
            let write = try Samples.write("t-2", chip: 1)
            for event in [JournalEvent.writeIntended(write), .writeConfirmed(write)] {
                try await registry.record(event, by: author)
            }
        }
        let (_, registry) = try await restored()
        #expect(try await registry.tag(try name("t-1"))?.state == .planned)
        #expect(try await registry.tag(onChip: try Samples.chip(1))?.id == (try name("t-2")))
    }

    /// `isWhole`: the replaced registry's own list can be read; otherwise its journal tells of the chips.
    @Test(.enabled(if: Command.sqlite.isExpected, "sqlite3 is not installed"), arguments: [true, false])
    func `chips that were given up since are spoiled, once each, beside those of the backup`(
        isWhole: Bool
    ) async throws {
        try await lose(
            try Samples.written() + [
                .tagReplaced(try Samples.release("t-1", chip: 1)), .writeIntended(try Samples.write("t-1", chip: 2)),
                .writeConfirmed(try Samples.write("t-1", chip: 2)), .writeIntended(try Samples.write("t-2", chip: 3)),
                .sheetMade(try Samples.sheet(["q-1"])),
            ],
            [
                .tagReplaced(try Samples.release("t-1", chip: 2)), .tagRetired(try Samples.release("t-2", chip: 3)),
                .tagRetired(try Samples.release("q-1")),
            ])
        let before = try await SQLiteRegistry(path: path).formerCarriers()
        #expect(before.map(\.tag.text) == ["t-1", "t-1", "t-2", "q-1"])
        if !isWhole { #expect(try Command.sqlite.run([path, "DROP TABLE former_carriers"]).status == 0) }
        let (account, registry) = try await restored()
        #expect(account.lostCount == 3)
        let after = try await registry.formerCarriers()
        // What a label holds is in no entry of the journal.
        #expect(after == (isWhole ? before : Array(before.dropLast())))
        #expect(try await registry.formerCarrier(onChip: try Samples.chip(2))?.cause == .replaced)
        #expect(try await registry.tag(try name("t-1"))?.uid == nil)
    }

    @Test func `a plan that was changed since is not the backup's: the chip is to be written again`() async throws {
        let revised = Batch(
            name: try name("opening"), template: nil,
            tags: [
                Registry.Tag(
                    id: try name("t-1"), batch: try name("opening"), store: try name("cupertino"), placement: "door",
                    medium: .nfc, url: "https://example.com/other")
            ])
        let write = try Samples.write("t-1", chip: 1, url: "https://example.com/other")
        try await lose(
            try Samples.opened(), [.batchRevised(revised), .writeIntended(write), .writeConfirmed(write)])
        let (_, registry) = try await restored()
        let tag = try #require(try await registry.tag(try name("t-1")))
        #expect(tag.state == .outdated && tag.writtenURL == "https://example.com/other")
        #expect(tag.url == Samples.url(of: "t-1"))
    }

    @Test func `the replaced registry is kept as it was, and nothing else is left`() async throws {
        try await lose(try Samples.opened(), [.chipRefused(try Samples.problem(nil, chip: 1))])
        let before = try folder.bytes("r.sqlite")
        let replacement = try await RegistryReplacement(
            try BackupSource(backup), of: path, at: try #require(Timestamp(iso8601: "2026-11-21T21:30:00Z")))
        try await replacement.carryOut(by: author)
        #expect(try left == ["backup.sqlite", "r.sqlite", "r.sqlite.replaced-20261121T213000Z"])
        #expect(try folder.bytes("r.sqlite.replaced-20261121T213000Z") == before)
        #expect(folder.mode("r.sqlite") == folder.mode("r.sqlite.replaced-20261121T213000Z"))
    }

    @Test func `given up, it leaves everything as it was`() async throws {
        try await lose(try Samples.opened(), [.chipRefused(try Samples.problem(nil, chip: 1))])
        let names = try left
        let before = try folder.bytes("r.sqlite")
        try await RegistryReplacement(try BackupSource(backup), of: path).abandon()
        #expect(try left == names)
        #expect(try folder.bytes("r.sqlite") == before)
    }

    @Test func `where there is no registry to compare with, batches with tags to do rest`() async throws {
        try await lose(try Samples.written(), [])
        try FileManager.default.removeItem(atPath: path)
        let (account, registry) = try await restored()
        #expect(account.isMissing && account.isDoubtful && account.lostCount == nil)
        let batches = try await registry.batches()
        #expect(batches.map(\.isPaused) == [true, true])
        #expect(try await registry.batch(try name("opening"))?.isDoubtful == true)
        await #expect(throws: RegistryError.self) {
            try await registry.record(.sheetMade(try Samples.sheet(["q-1"])), by: author)
        }
        try await registry.record(.batchResumed(BatchPause(batch: try name("signs"), reason: nil)), by: author)
        try await registry.record(.sheetMade(try Samples.sheet(["q-1"])), by: author)
    }

    @Test func `an entry that was noted elsewhere says that nothing is lost, or how much`() async throws {
        try await lose(try Samples.written(), [])
        try FileManager.default.removeItem(atPath: path)
        let probe = try await RegistryReplacement(try BackupSource(backup), of: path)
        let newest = try #require(probe.account.newest)
        probe.abandon()
        let same = try await RegistryReplacement(try BackupSource(backup), of: path, newest: newest)
        #expect(same.account.lostCount == 0 && !same.account.isDoubtful)
        same.abandon()
        let more = JournalPoint(sequence: newest.sequence + 12, digest: String(repeating: "a", count: 64))
        let later = try await RegistryReplacement(try BackupSource(backup), of: path, newest: more)
        #expect(later.account.lostCount == 12 && later.account.isDoubtful)
        later.abandon()
    }

    @Test func `another station's backup shares nothing, and says so`() async throws {
        try await lose(try Samples.written(), [])
        try FileManager.default.removeItem(atPath: path)
        let other = try SQLiteRegistry(path: path, now: Bench.clock(from: 60))
        try await other.record(.chipRefused(try Samples.problem(nil, chip: 1)), by: author)
        let replacement = try await RegistryReplacement(try BackupSource(backup), of: path)
        #expect(replacement.account.common == 0 && replacement.account.isDoubtful)
        replacement.abandon()
    }

    @Test(arguments: [0, 4_096, 8_192, 20_480])
    func `a damaged registry is read as far as it can be, and what is not known rests`(offset: Int) async throws {
        let events = try (1...40).map { try Samples.problem(nil, chip: UInt8($0)) }.map(JournalEvent.chipRefused)
        try await lose(try Samples.written(), events)
        // The log is played in before the damage.
        try await SQLiteRegistry(path: path).checkpoint()
        var bytes = try folder.bytes("r.sqlite")
        bytes.replaceSubrange(offset..<offset + 4_096, with: Data(repeating: 0xA5, count: 4_096))
        try folder.write(bytes, to: "r.sqlite")
        let (account, registry) = try await restored()
        // A page of another table harms no entry; then everything is known.
        #expect(account.isDoubtful || account.lostCount == 40)
        #expect(try await registry.verifyJournal().brokenAt == nil)
        #expect(try await registry.tag(try name("t-1"))?.state == .written)
    }

    @Test func `what is no backup is refused, and nothing is changed`() async throws {
        try await lose(try Samples.written(), [])
        let before = try folder.bytes("r.sqlite")
        try folder.write(Data("store,name\n".utf8), to: "text")
        try folder.write(Data(), to: "empty")
        var damaged = try folder.bytes("backup.sqlite")
        damaged.replaceSubrange(8_192..<12_288, with: Data(repeating: 0xA5, count: 4_096))
        try folder.write(damaged, to: "damaged")
        for name in ["text", "empty", "damaged"] {
            let error = try await #require(throws: RegistryError.self) {
                _ = try await RegistryReplacement(try BackupSource(folder[name]), of: path)
            }
            #expect(error.code == .badBackup, "\(name)")
            #expect(error.message == "\(folder[name]) is not restored")
        }
        #expect(try folder.bytes("r.sqlite") == before)
        #expect(try left.filter { $0.contains("restor") }.isEmpty)
    }

    /// The moments at which the power may go, told by the names that are there.
    @Test(arguments: ["ready", "log moved", "file moved"])
    func `a power cut in the middle leaves the old registry or the new one, never their mixture`(
        moment: String
    ) async throws {
        try await lose(try Samples.opened(), [.chipRefused(try Samples.problem(nil, chip: 1))])
        let ready = folder["r.sqlite.restored-20261121T213000Z"]
        try FileManager.default.copyItem(atPath: backup, toPath: ready)
        // A log of the old registry, which must not be played into the new file.
        let log = Data("a log".utf8)
        switch moment {
        case "ready": try folder.write(log, to: "r.sqlite-wal")
        case "log moved": try folder.write(log, to: "r.sqlite.replaced-20261121T213000Z-wal")
        default:
            try folder.write(log, to: "r.sqlite.replaced-20261121T213000Z-wal")
            try FileManager.default.moveItem(atPath: path, toPath: folder["r.sqlite.replaced-20261121T213000Z"])
        }
        try RegistryReplacement.finish(path)
        #expect(
            try left == [
                "backup.sqlite", "r.sqlite", "r.sqlite.replaced-20261121T213000Z",
                "r.sqlite.replaced-20261121T213000Z-wal",
            ])
        #expect(try folder.bytes("r.sqlite") == (try folder.bytes("backup.sqlite")))
        #expect(try await SQLiteRegistry(path: path).verifyJournal() == JournalCheck(entries: 3, brokenAt: nil))
    }
}
