import Faults
import Foundation
import Registry
import Storage
import TestBench
import Testing

/// Bytes of rows that a disk has changed. Of 60 such registries 17 were served, and nothing reported them.
@Suite(.enabled(if: Command.sqlite.isExpected, "sqlite3 is not installed"))
struct `A damaged registry` {
    private static let count = 60

    /// What the daemon reports when it looks through a registry; nil where it finds everything in order.
    private func report(_ path: String) async throws -> String? {
        do {
            let found = try await SQLiteRegistry(reading: path).inspect()
            return found.damage ?? found.deviations.first.map { "\($0.subject): \($0.why)" }
        } catch let error as RegistryError {
            return error.reason
        }
    }

    /// A registry with a row in every table, in one file without free pages.
    private func original(in folder: TemporaryFolder) async throws -> Data {
        let registry = try await FullRegistry.make(folder["r.sqlite"], tags: 60)
        try await RegistryBackup.write(folder["r.sqlite"], to: folder["copy.sqlite"])
        withExtendedLifetime(registry) {}
        return try folder.bytes("copy.sqlite")
    }

    /// One byte is another, in a row or in an entry of an index.
    @Test func `is reported, whatever page the change is in`() async throws {
        let folder = try TemporaryFolder()
        let original = try await original(in: folder)
        let pages = RegistryPages(original)
        var random = SeededRandom()
        let content = try dump(folder["copy.sqlite"])
        var reported = 0
        while reported < Self.count {
            let place = pages.place(&random)
            var damaged = original
            damaged[place] ^= UInt8(1 + random.next(below: 255))
            try folder.write(damaged, to: "damaged.sqlite")
            if try await report(folder["damaged.sqlite"]) != nil {
                reported += 1
            } else if try pages.isIndex(place) || dump(folder["damaged.sqlite"]) != content {
                let owner = owner(of: place, in: folder)
                Issue.record("byte \(place), in a page of \(owner), is not reported, \(random)")
                return
            }
            // Else SQLite reads the same: a row's header says once more that its number is its key, and is not asked.
            for suffix in ["", "-wal", "-shm"] { unlink(folder["damaged.sqlite\(suffix)"]) }
        }
    }

    /// The content of every table, by SQLite's own shell.
    private func dump(_ path: String) throws -> String { try Command.sqlite.run([path, ".dump"]).output }

    @Test func `is not reported when it is not damaged, whatever was done with it`() async throws {
        let folder = try TemporaryFolder()
        let original = try await original(in: folder)
        var random = SeededRandom()
        for number in 1...Self.count {
            let path = folder["\(number).sqlite"]
            try folder.write(original, to: "\(number).sqlite")
            let registry = try SQLiteRegistry(path: path, now: Bench.clock(from: 1_000))
            for step in 0..<2 {
                try await registry.record(anything(step, &random), by: FullRegistry.author)
            }
            #expect(try await report(path) == nil, "\(random)")
            #expect(try await registry.proveTables().unproven == [])
        }
    }

    /// A change that the registry takes whatever came before.
    private func anything(_ step: Int, _ random: inout SeededRandom) throws -> JournalEvent {
        let tag = "t-\(4 + 28 * step + Int(random.next(below: 28)))"
        return switch random.next(below: 8) {
        case 0: .storesImported([try Samples.store("till-\(random.next(below: 20))", radius: 77)], file: "s.csv")
        case 1: .experiencesImported([try Samples.experience("https://example.com/x\(step)")], file: "e.csv")
        case 2: .writeIntended(try Samples.write(tag, chip: UInt8(100 + step)))
        case 3: .batchRevised(try Samples.batch("opening", [tag, "n-\(step)-\(random.next(below: 1_000))"]))
        case 4: .batchCreated(try Samples.batch("more \(step)", (0...random.next(below: 300)).map { "m\(step)-\($0)" }))
        case 5: .tagRetired(try Samples.release(tag))
        case 6: .sheetMade(try Samples.sheet(["q-\(3 + random.next(below: 50))"]))
        default: .batchRuled(BatchPolicy(batch: try name("opening"), rules: BatchRules(genuineness: .required)))
        }
    }

    /// Whose page it is, by SQLite's own account.
    private func owner(of place: Int, in folder: TemporaryFolder) -> String {
        let sql = "SELECT name FROM dbstat WHERE pageno = \(place / 4_096 + 1)"
        return (try? Command.sqlite.run([folder["copy.sqlite"], sql]))?.output.trimmingCharacters(in: .newlines) ?? "?"
    }
}
