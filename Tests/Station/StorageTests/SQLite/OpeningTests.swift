import Faults
import Foundation
import Registry
import Storage
import Synchronization
import TestBench
import Testing

@Suite struct `Opening a registry file` {
    private static let sqlite = Command.sqlite.isExpected

    private func error(opening path: String) throws -> RegistryError {
        try #require(throws: RegistryError.self) { try SQLiteRegistry(path: path) }
    }

    /// What the process's umask leaves of a mode.
    private func allowed(_ mode: Int) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Umask:") })
        let mask = try #require(Int(line.dropFirst(6).trimmingCharacters(in: .whitespaces), radix: 8))
        return mode & ~mask
    }

    @Test func `creates it for its user alone, with its log and shared memory`() async throws {
        let folder = try TemporaryFolder()
        let registry = try SQLiteRegistry(path: folder["r.sqlite"])
        try await registry.record(
            .storesImported([], file: "stores.csv"), by: Author(station: "bench-1", actor: "alice"))
        let mode = try allowed(0o600)
        for name in ["r.sqlite", "r.sqlite-wal", "r.sqlite-shm"] {
            #expect(folder.mode(name) == mode, "\(name)")
        }
        _ = registry
    }

    @Test func `leaves the mode of a file that exists`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Data(), to: "r.sqlite")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder["r.sqlite"])
        let registry = try SQLiteRegistry(path: folder["r.sqlite"])
        #expect(try await registry.stores().isEmpty)
        #expect(folder.mode("r.sqlite") == 0o600)
    }

    @Test func `goes through a folder that is a link, and not to a file that is one`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder["disk"], withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: folder["state"], withDestinationPath: folder["disk"])
        let registry = try SQLiteRegistry(path: folder["state/r.sqlite"])
        #expect(try await registry.stores().isEmpty)
        #expect(FileManager.default.fileExists(atPath: folder["disk/r.sqlite"]))

        try FileManager.default.createSymbolicLink(atPath: folder["link"], withDestinationPath: folder["disk/r.sqlite"])
        let error = try error(opening: folder["link"])
        #expect(error.reason == "Too many levels of symbolic links")
    }

    @Test func `says what failed, why and what to do when the folder is missing`() throws {
        let folder = try TemporaryFolder()
        let path = folder["missing/r.sqlite"]
        #expect(
            try error(opening: path)
                == RegistryError(
                    .storageFailed, "cannot open the registry \(path)", why: "No such file or directory",
                    next: "check that the folder exists and belongs to the service's user"))
        #expect(try error(opening: folder.path).reason == "Is a directory")
    }

    @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
    func `says so when the folder is not writable`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
        #expect(try error(opening: folder["r.sqlite"]).reason == "Permission denied")
    }

    @Test func `refuses a file that is no database, and leaves it as it is`() throws {
        let folder = try TemporaryFolder()
        let text = Data(String(repeating: "store,name,latitude,longitude,radius\n", count: 40).utf8)
        try folder.write(text, to: "stores.csv")
        let error = try error(opening: folder["stores.csv"])
        #expect(error.code == .storageFailed)
        #expect(error.reason == "SQLite says: file is not a database")
        #expect(error.next == "restore it from a backup (waymarkd restore FILE), or name another file as the registry")
        #expect(try folder.bytes("stores.csv") == text)
    }

    @Test(
        .enabled(if: sqlite, "sqlite3 is not installed"),
        arguments: [
            "CREATE TABLE notes (text TEXT)",
            "CREATE TABLE notes (text TEXT); PRAGMA user_version = 1",
            "PRAGMA application_id = 1179011410; CREATE TABLE layers (name TEXT)",
            "PRAGMA application_id = 1179011410",
        ])
    func `refuses the database of another program, and leaves it as it is`(sql: String) throws {
        let folder = try TemporaryFolder()
        #expect(try Command.sqlite.run([folder["other.sqlite"], sql]).status == 0)
        let before = try folder.bytes("other.sqlite")
        let error = try error(opening: folder["other.sqlite"])
        #expect(error.code == .storageFailed)
        #expect(error.message == "\(folder["other.sqlite"]) is not a Waymark registry")
        #expect(error.reason == "it is the database of another program")
        #expect(try folder.bytes("other.sqlite") == before)
    }

    @Test(.enabled(if: sqlite, "sqlite3 is not installed"))
    func `refuses the file of a later version, and opens it when it is this version's again`() async throws {
        let folder = try TemporaryFolder()
        let path = folder["r.sqlite"]
        #expect(try await SQLiteRegistry(path: path).stores().isEmpty)
        let known = try #require(Int(try Command.sqlite.run([path, "PRAGMA user_version"]).output.dropLast()))
        #expect(try Command.sqlite.run([path, "PRAGMA application_id"]).output == "1465470283\n")
        #expect(try Command.sqlite.run([path, "PRAGMA user_version = \(known + 1)"]).status == 0)
        #expect(
            try error(opening: path)
                == RegistryError(
                    .newerSchema, "\(path) cannot be opened by this version",
                    why: "it has schema \(known + 1), this version knows schemas up to \(known)",
                    next: "install the version of Waymark that wrote it, or a later one"))
        #expect(try Command.sqlite.run([path, "PRAGMA user_version"]).output == "\(known + 1)\n")
        #expect(try Command.sqlite.run([path, "PRAGMA user_version = \(known)"]).status == 0)
        #expect(try await SQLiteRegistry(path: path).stores().isEmpty)
    }

    @Test(.enabled(if: sqlite, "sqlite3 is not installed"))
    func `leaves a database that SQLite itself finds in order`() async throws {
        let folder = try TemporaryFolder()
        let registry = try SQLiteRegistry(path: folder["r.sqlite"])
        let author = Author(station: "bench-1", actor: "alice")
        for event in try Samples.written() { try await registry.record(event, by: author) }
        let check = try Command.sqlite.run([folder["r.sqlite"], "PRAGMA integrity_check; PRAGMA foreign_key_check"])
        #expect(check.output == "ok\n")
        #expect(try Command.sqlite.run([folder["r.sqlite"], "PRAGMA journal_mode"]).output == "wal\n")
    }

    @Test(.enabled(if: sqlite, "sqlite3 is not installed"))
    func `brings a file of the first version up to date, with what its chips carry`() async throws {
        let folder = try TemporaryFolder()
        let path = folder["r.sqlite"]
        let author = Author(station: "bench-1", actor: "alice")
        do {
            let registry = try SQLiteRegistry(path: path)
            for event in try Samples.written() { try await registry.record(event, by: author) }
            for ids in [["q-1"], ["q-1", "q-2"]] {
                try await registry.record(.sheetMade(Samples.sheet(ids)), by: author)
            }
            try await registry.checkpoint()
        }
        let back = """
            DROP INDEX journal_of_grants; DROP TABLE plan_blocks; DROP INDEX tags_used; DROP INDEX journal_intents;
            DROP INDEX deployments_whole; DROP TABLE requests; DROP TABLE sessions; DROP TABLE tokens;
            DROP TABLE spent_tags; DROP TABLE spent_numbers; DROP INDEX journal_clock;
            ALTER TABLE batches DROP COLUMN doubtful;
            DROP INDEX tags_by_state; DROP INDEX tags_by_store; DROP INDEX tags_by_batch;
            DROP TABLE remarks; DROP TABLE repair_pictures;
            DROP TABLE evidence; DROP TABLE changed; DROP TABLE judged; DROP TABLE judging; DROP TABLE folding;
            DROP TABLE refolds; DROP TABLE arrivals; DROP TABLE arrival_fold; DROP TABLE moved_stores;
            DROP TABLE sightings; DROP TABLE confirmations; DROP TABLE verdicts; DROP TABLE findings;
            DROP TABLE audits; DROP TABLE imports; DROP TABLE contents; DROP TABLE devices;
            DROP INDEX journal_by_tag; DROP INDEX tags_by_url; ALTER TABLE tags DROP COLUMN written_url;
            ALTER TABLE batches DROP COLUMN paused; ALTER TABLE batches DROP COLUMN protection;
            ALTER TABLE batches DROP COLUMN mirror; ALTER TABLE batches DROP COLUMN genuineness;
            ALTER TABLE tags DROP COLUMN protection; ALTER TABLE tags DROP COLUMN mirror;
            ALTER TABLE tags DROP COLUMN genuineness; ALTER TABLE tags DROP COLUMN key;
            ALTER TABLE tags DROP COLUMN intended_key; ALTER TABLE tags DROP COLUMN prints;
            ALTER TABLE stores DROP COLUMN roaming;
            ALTER TABLE stores DROP COLUMN place_latitude; ALTER TABLE stores DROP COLUMN place_longitude;
            ALTER TABLE experiences DROP COLUMN app; ALTER TABLE tags DROP COLUMN deployed_latitude;
            ALTER TABLE tags DROP COLUMN deployed_longitude; ALTER TABLE tags DROP COLUMN deployed_accuracy;
            ALTER TABLE tags DROP COLUMN deployed_time; ALTER TABLE deployments DROP COLUMN profile;
            ALTER TABLE experiences DROP COLUMN deployment; ALTER TABLE batches DROP COLUMN deployment;
            DROP TABLE former_carriers; DROP TABLE erasures;
            DROP TABLE newest_entry;
            PRAGMA user_version = 1;
            """
        #expect(try Command.sqlite.run([path, back]).status == 0)

        let registry = try SQLiteRegistry(path: path)
        let tags = try await registry.tags()
        #expect(tags.map(\.writtenURL) == [Samples.url(of: "t-1"), nil, nil, nil, nil])
        #expect(tags.map(\.prints) == [0, 0, 0, 2, 1])
        #expect(try await registry.batches().allSatisfy { !$0.isPaused && $0.rules == .usual })
        #expect(try await registry.journal(about: name("t-1")).map(\.kind) == ["write-intended", "write-confirmed"])
        #expect(try await registry.verifyJournal().brokenAt == nil)
    }

    /// Makes the file that an earlier release has written.
    private func restore(_ fixture: String, to path: String) throws {
        let dump = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/\(fixture).sql").path
        #expect(try Command.sqlite.run([path, ".read \(dump)"]).status == 0)
    }

    /// The file was written by the program that knew no later schema: a deployment, twelve written tags, a sheet.
    @Test(.enabled(if: sqlite, "sqlite3 is not installed"))
    func `brings a file that an earlier release has written up to date, and its journal goes on`() async throws {
        let folder = try TemporaryFolder()
        let path = folder["r.sqlite"]
        try restore("schema-5", to: path)
        #expect(try Command.sqlite.run([path, "PRAGMA user_version"]).output == "5\n")

        let registry = try SQLiteRegistry(path: path)
        #expect(try await registry.tags().count { $0.state == .written } == 12)
        #expect(try await registry.stores().count == 3)
        let before = try await registry.verifyJournal()
        #expect(before.entries == 28 && before.brokenAt == nil)
        let record = ReaderRecord(name: try #require(ReaderName("till")), connection: "usb:1-1")
        try await registry.record(.readerAdded(record), by: Author(station: "bench-1", actor: "alice"))
        let after = try await registry.verifyJournal()
        #expect(after.entries == 29 && after.brokenAt == nil)
        #expect(Int(try Command.sqlite.run([path, "PRAGMA user_version"]).output.dropLast()) ?? 0 > 5)
    }

    /// A fuzzer's case: opening read the tags of a file whose table has lost a column.
    @Test(.enabled(if: sqlite, "sqlite3 is not installed"))
    func `opens a file of an earlier release that is damaged, and says so`() async throws {
        let folder = try TemporaryFolder()
        let path = folder["r.sqlite"]
        try restore("schema-12", to: path)
        #expect(try Command.sqlite.run([path, "ALTER TABLE tags RENAME COLUMN url TO urx"]).status == 0)
        let registry = try SQLiteRegistry(path: path)
        let damage = "its tables are not as this version makes them"
        #expect(try await registry.inspect().damage == damage)
        let error = try await #require(throws: RegistryError.self) { try await BackupCheck.of(BackupSource(path)) }
        #expect(error.code == .badBackup && error.reason == damage)
    }

    /// The file was written by the program that knew no later schema: three sightings and a confirmation by two devices, an
    /// audit, and an import whose end never came.
    @Test(.enabled(if: sqlite, "sqlite3 is not installed"))
    func `brings evidence of an earlier release up to date, and knows its rows and devices again`() async throws {
        let folder = try TemporaryFolder()
        let path = folder["r.sqlite"]
        try restore("schema-11", to: path)
        let registry = try SQLiteRegistry(path: path)
        let open = try await registry.openImports()
        #expect(open.map(\.number) == [3] && open.map(\.rows) == [1] && open.map(\.file) == ["torn.csv"])
        let kept = Mutex<[KeptSighting]>([])
        _ = try await registry.sightings(since: .min, afterImport: 0) { rows in kept.withLock { $0 += rows } }
        let rows = kept.withLock { $0 }
        #expect(rows.count == 4)
        let number = try await registry.beginImport(.sightings, file: "again.csv")
        // The fourth has the digest of another row: it was put in beside the program.
        #expect(try await registry.keep(rows, import: number) == 1)
        #expect(try Command.sqlite.run([path, "SELECT count(*) FROM devices"]).output == "2\n")
        let device = try #require(rows.compactMap(\.device).first)
        try await registry.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil, ofOneDevice: true), device: device),
            by: Author(station: "till", actor: "alice"))
        #expect(try await registry.scrub())
        #expect(try Command.sqlite.run([path, "SELECT count(*) FROM devices"]).output == "1\n")
        #expect(try await registry.verifyJournal().brokenAt == nil)
        let check = try Command.sqlite.run([path, "PRAGMA integrity_check; PRAGMA foreign_key_check"])
        #expect(check.output == "ok\n")
    }
}
