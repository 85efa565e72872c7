import Foundation
import Geodesy
import Registry
import Storage
import TestBench
import Testing

/// Rows that were put in or changed beside the program, while the journal's chain is whole.
@Suite(.enabled(if: Command.sqlite.isExpected, "sqlite3 is not installed"))
struct `A registry against its journal` {
    private func registry(_ path: String) async throws -> SQLiteRegistry { try await FullRegistry.make(path) }

    @Test func `is accounted for`() async throws {
        let folder = try TemporaryFolder()
        let registry = try await registry(folder["r.sqlite"])
        let check = try await registry.proveTables()
        #expect(check.deviations == [] && check.unproven == [])
        let found = try await registry.inspect()
        #expect(found.damage == nil, "\(found.damage ?? "")")
        #expect(found.deviations == [])
    }

    /// Former versions kept the key of the last intent alone, and none where a password was to be taken off.
    @Test(arguments: ["NULL", "'bench-2027:D4E5F6'", "'other:A1B2C3'"])
    func `is accounted for where it knows fewer keys of a torn chip, and not where it has others`(
        kept: String
    ) async throws {
        let folder = try TemporaryFolder()
        do {
            let registry = try SQLiteRegistry(path: folder["r.sqlite"], now: Bench.clock())
            let author = Author(station: "bench-1", actor: "alice")
            let write = try Samples.write("t-1", chip: 1)
            for event in try Samples.opened() { try await registry.record(event, by: author) }
            let rules = BatchRules(protection: .password)
            try await registry.record(.batchRuled(BatchPolicy(batch: write.batch, rules: rules)), by: author)
            try await registry.record(.writeIntended(write), by: author)
            for key in [
                KeyName(identifier: "bench-2026", check: "A1B2C3"), KeyName(identifier: "bench-2027", check: "D4E5F6"),
            ] {
                let intent = TagProtection(
                    tag: write.tag, batch: write.batch, uid: write.uid, reader: write.reader, protection: .password,
                    key: key, mirror: nil, url: write.url)
                try await registry.record(.protectionIntended(intent), by: author)
            }
            #expect(try await registry.proveTables().deviations == [])
        }
        let change = "UPDATE tags SET intended_key = \(kept) WHERE id = 't-1'"
        #expect(try Command.sqlite.run([folder["r.sqlite"], change]).status == 0)
        let registry = try SQLiteRegistry(path: folder["r.sqlite"])
        let subjects = try #require(try await registry.proveTables().deviations).map(\.subject)
        #expect(subjects == (kept.contains("other") ? ["tag t-1"] : []))
    }

    /// What has no row is tried by no test of damage. These have rows only while something is on its way, or are filled by
    /// tests of their own.
    @Test func `has a row in every table`() async throws {
        let folder = try TemporaryFolder()
        let registry = try await registry(folder["r.sqlite"])
        let names = try Command.sqlite.run([folder["r.sqlite"], "SELECT name FROM sqlite_schema WHERE type = 'table'"])
        let tables = names.output.split(separator: "\n").map(String.init)
        let empty = try tables.filter {
            try Command.sqlite.run([folder["r.sqlite"], "SELECT count(*) FROM \($0)"]).output == "0\n"
        }
        #expect(tables.count > 25)
        #expect(
            Set(empty).subtracting([
                "arrival_fold", "folding", "refolds", "judged", "moved_stores", "spent_tags",
            ]) == [])
        withExtendedLifetime(registry) {}
    }

    @Test(
        arguments: [
            "UPDATE remarks SET note = 'new' WHERE number = 1", "UPDATE remarks SET picture = x'FFD8' WHERE number = 2",
            "UPDATE remarks SET picture = NULL", "UPDATE remarks SET digest = NULL",
            "UPDATE repair_pictures SET before = x'FFD8'", "UPDATE repair_pictures SET after = before",
            "DELETE FROM repair_pictures", "UPDATE repair_pictures SET finding = 2",
            "INSERT INTO repair_pictures VALUES (3, NULL, NULL)",
        ])
    func `says that a note or a picture is not what was written`(sql: String) async throws {
        let folder = try TemporaryFolder()
        let registry = try await registry(folder["r.sqlite"])
        #expect(try await registry.inspect().damage == nil)
        let change = try Command.sqlite.run([folder["r.sqlite"], sql])
        #expect(change.status == 0, "\(change.complaint)")
        #expect(try await registry.inspect().damage?.contains("notes or pictures") == true)
    }

    @Test(arguments: ["imports", "remarks"])
    func `says that the next number is not what was written`(name: String) async throws {
        let folder = try TemporaryFolder()
        let registry = try await registry(folder["r.sqlite"])
        let sql = "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = '\(name)'"
        _ = try Command.sqlite.run([folder["r.sqlite"], sql])
        #expect(try await registry.inspect().damage?.contains("the number of the next") == true)
    }

    @Test func `gives digests to notes that an earlier version has taken in`() async throws {
        let folder = try TemporaryFolder()
        do {
            let registry = try await registry(folder["r.sqlite"])
            try await registry.checkpoint()
        }
        _ = try Command.sqlite.run([folder["r.sqlite"], "UPDATE remarks SET digest = NULL"])
        #expect(try await SQLiteRegistry(path: folder["r.sqlite"]).inspect().damage == nil)
    }

    /// A token that was put in by hand gave every right, and nothing reported it.
    @Test(
        arguments: [
            (
                "INSERT INTO tokens VALUES ('mallory', 'administer', 'd3', '2026-11-21T00:00:00.000Z', NULL, 0, NULL, NULL)",
                ["token mallory"]
            ),
            ("UPDATE tokens SET role = 'administer'", ["token tablet"]),
            ("UPDATE tokens SET digest = 'd3'", ["token tablet"]),
            ("DELETE FROM sessions; DELETE FROM tokens", ["token tablet"]),
            (
                "INSERT INTO sessions VALUES ('c3', 'tablet', '2036-11-21T00:00:00.000Z')",
                ["session of token tablet"]
            ),
            // The browser signed out.
            (
                "INSERT INTO sessions SELECT 'c2', token, expires FROM sessions", ["session of token tablet"]
            ),
            ("UPDATE sessions SET expires = '2036-11-21T00:00:00.000Z'", ["session of token tablet"]),
            ("UPDATE tags SET uid = '04A1B2C3D4E599' WHERE id = 't-1'", ["tag t-1"]),
            ("UPDATE tags SET written_url = 'https://evil.example/' WHERE id = 't-1'", ["tag t-1"]),
            ("UPDATE tags SET state = 'written', uid = '04A1B2C3D4E599' WHERE id = 't-2'", ["tag t-2"]),
            ("UPDATE tags SET state = 'planned' WHERE id = 't-3'", ["tag t-3"]),
            ("UPDATE tags SET prints = 1 WHERE id = 'q-2'", ["tag q-2"]),
            ("UPDATE tags SET protection = 'lock' WHERE id = 't-1'", ["tag t-1"]),
            ("DELETE FROM tags WHERE id = 't-1'", ["tag t-1", "tags of batch opening"]),
            ("UPDATE readers SET connection = 'tcp:evil'", ["reader till"]),
            ("UPDATE stores SET latitude = latitude + 1e-9 WHERE id = 'till-3'", ["stores"]),
            ("UPDATE stores SET address = '' WHERE id = 'till-3'", ["stores"]),
            ("INSERT INTO stores (id, name) VALUES ('evil', 'Evil')", ["stores"]),
            ("DELETE FROM stores WHERE id = 'till-3'", ["stores"]),
            ("UPDATE experiences SET title = 'Evil' WHERE url = 'https://example.com/3'", ["experiences"]),
            (
                "UPDATE experiences SET url = 'https://evil.example/' WHERE url = 'https://example.com/3'",
                ["experiences"]
            ),
            ("UPDATE deployments SET profile = json_set(profile, '$.push', 'https://evil.example/')", ["deployments"]),
            ("UPDATE batches SET template = 'https://evil.example/{tag}' WHERE name = 'opening'", ["batches"]),
            ("UPDATE batches SET protection = 'lock' WHERE name = 'opening'", ["batches"]),
            ("UPDATE batches SET paused = 0 WHERE name = 'signs'", ["batches"]),
            ("UPDATE tags SET url = 'https://evil.example/' WHERE id = 't-4'", ["tags of batch opening"]),
            ("UPDATE tags SET store = 'till-2' WHERE id = 't-4'", ["tags of batch opening"]),
            ("UPDATE tags SET placement = 'table 9' WHERE id = 's-1'", ["tags of batch shop signs"]),
            ("UPDATE tags SET deployed_accuracy = 4 WHERE id = 's-1'", ["tags of batch shop signs"]),
            (
                "UPDATE tags SET row = 9 WHERE id = 's-1'; UPDATE tags SET row = 0 WHERE id = 's-2'",
                ["tags of batch shop signs"]
            ),
        ])
    func `says which row it does not account for`(sql: String, subjects: [String]) async throws {
        let folder = try TemporaryFolder()
        let registry = try await registry(folder["r.sqlite"])
        let change = try Command.sqlite.run([folder["r.sqlite"], sql])
        #expect(change.status == 0, "\(change.complaint)")
        let check = try await registry.proveTables()
        #expect(check.brokenAt == nil && check.deviations?.map(\.subject) == subjects)
        #expect(try await registry.inspect().deviations.map(\.subject) == subjects)
    }

    /// The digest of an import that comes after a change by hand has the changed row in it.
    @Test func `does not let an import that follows cover a change`() async throws {
        let folder = try TemporaryFolder()
        let registry = try await registry(folder["r.sqlite"])
        let sql = "UPDATE stores SET radius = 500 WHERE id = 'till-3'; UPDATE tags SET url = 'x' WHERE id = 't-4'"
        #expect(try Command.sqlite.run([folder["r.sqlite"], sql]).status == 0)
        for event in [
            JournalEvent.storesImported([try Samples.store("new")], file: "more.csv"),
            .batchRevised(try Samples.batch("opening", ["t-4", "t-99"])),
        ] {
            try await registry.record(event, by: FullRegistry.author)
        }
        let deviations = try #require(try await registry.proveTables().deviations)
        #expect(deviations.map(\.subject) == ["stores", "tags of batch opening"])
        #expect(deviations.allSatisfy { $0.why.hasPrefix("they were changed beside the journal between entries ") })
    }

    @Test func `stays accounted for when what it holds is deleted`() async throws {
        let folder = try TemporaryFolder()
        let registry = try await registry(folder["r.sqlite"])
        let id = StoreID(try name("till-1"))
        let events: [JournalEvent] = try [
            .storeDeleted(StoreDeletion(id)), .tagDeleted(TagDeletion(tag: name("t-4"), batch: name("opening"))),
            .experienceDeleted(ExperienceDeletion(Samples.experience("https://example.com/8"))),
            .batchResumed(BatchPause(batch: name("signs"), reason: nil)),
            .tagCommissioned(
                TagCommissioning(
                    tag: name("t-1"), batch: name("opening"),
                    deployed: Deployed(position: Coordinate(latitude: 37.3193, longitude: -122), accuracy: 8))),
            .batchCreated(Samples.batch("late", ["l-1"])), .batchDeleted(BatchDeletion(batch: name("late"), tags: 1)),
        ]
        for event in events { try await registry.record(event, by: FullRegistry.author) }
        #expect(try await registry.proveTables().deviations == [])
        // Of a batch that is gone no digest is left.
        let payload = try #require(try await registry.newestEntry()).payload
        #expect(payload.contains(#"{"batch":"late","before":"1:"#))
    }

    /// By docs/journal.md, with Python's own SHA-256.
    @Test(.enabled(if: Command.python.isExpected, "python3 is not installed"))
    func `has digests of its documents that anyone can recompute`() async throws {
        let folder = try TemporaryFolder()
        let registry = try await registry(folder["r.sqlite"])
        try await registry.record(
            .batchCreated(Samples.batch("large", (1...300).map { "l-\($0)" })), by: FullRegistry.author)
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Peers/documents.py").path
        let outcome = try Command.python.run([script, folder["r.sqlite"]])
        #expect(outcome.status == 0, "\(outcome.complaint)")
        let lines = outcome.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        #expect(
            lines.map { $0[0] } == [
                "stores", "experiences", "deployments", "batches", "tags of batch shop signs",
                "tags of batch opening", "tags of batch signs", "tags of batch large",
            ])
        for line in lines { #expect(line.count == 3 && line[1] == line[2], "\(line)") }
    }

    @Test(arguments: ["schema-5", "schema-11", "schema-12"])
    func `of an earlier release is accounted for`(fixture: String) async throws {
        let folder = try TemporaryFolder()
        let registry = try restored(fixture, in: folder)
        let check = try await registry.proveTables()
        #expect(check.deviations == [])
        // No entry of an earlier release has a digest.
        let stores = Int64(try await registry.stores().count)
        let old = try #require(check.unproven)
        #expect(old.first == UnprovenDocuments(documents: "stores", rows: stores, since: nil))
        let tags = old.filter { $0.documents.hasPrefix("tags of batch ") }.map(\.rows).reduce(0, +)
        #expect(tags == Int64(try await registry.tags().count))

        let entry = try await registry.record(
            .storesImported([try Samples.store("new")], file: "s.csv"), by: FullRegistry.author)
        let since = try await registry.proveTables()
        #expect(since.deviations == [])
        #expect(
            since.unproven == [UnprovenDocuments(documents: "stores", rows: stores, since: entry.sequence)]
                + old.dropFirst())
        #expect(try Command.sqlite.run([folder["r.sqlite"], "UPDATE stores SET name = 'Evil'"]).status == 0)
        #expect(try await registry.proveTables().deviations?.map(\.subject) == ["stores"])
    }

    /// Its plans were digested without blocks, stores and batches as today.
    @Test func `of the build before blocks of plans goes on`() async throws {
        let folder = try TemporaryFolder()
        let registry = try restored("schema-14", in: folder)
        let check = try await registry.proveTables()
        #expect(check.deviations == [])
        let plans = ["fruta-nfc": 12, "fruta-qr": 24, "opening": 2] as [String: Int64]
        func unproven(_ batch: String, since entry: Int64? = nil) throws -> UnprovenDocuments {
            UnprovenDocuments(documents: "tags of batch \(batch)", rows: try #require(plans[batch]), since: entry)
        }
        #expect(try check.unproven == [unproven("fruta-nfc"), unproven("fruta-qr"), unproven("opening")])
        let entry = try await registry.record(
            .tagDeleted(TagDeletion(tag: name("o-1"), batch: name("opening"))), by: FullRegistry.author)
        let since = try await registry.proveTables()
        #expect(since.deviations == [])
        #expect(
            try since.unproven == [
                unproven("fruta-nfc"), unproven("fruta-qr"), unproven("opening", since: entry.sequence),
            ])
        #expect(try Command.sqlite.run([folder["r.sqlite"], "UPDATE tags SET url = 'x' WHERE id = 'o-2'"]).status == 0)
        #expect(try await registry.proveTables().deviations?.map(\.subject) == ["tags of batch opening"])
    }

    private func restored(_ fixture: String, in folder: borrowing TemporaryFolder) throws -> SQLiteRegistry {
        let dump = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/\(fixture).sql").path
        #expect(try Command.sqlite.run([folder["r.sqlite"], ".read \(dump)"]).status == 0)
        return try SQLiteRegistry(path: folder["r.sqlite"])
    }
}
