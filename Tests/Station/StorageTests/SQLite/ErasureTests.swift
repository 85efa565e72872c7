import Foundation
import Geodesy
import Registry
import Storage
import TestBench
import Testing

/// What was forgotten is nowhere in the files.
@Suite struct `What was forgotten` {
    /// Whether any of the registry's files holds these bytes.
    private func holds(_ folder: TemporaryFolder, _ bytes: Data) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder["."]).sorted().filter { name in
            try Data(contentsOf: URL(filePath: folder[name])).range(of: bytes) != nil
        }
    }

    @Test func `is in no page of the file and not in its log`() async throws {
        let folder = try TemporaryFolder()
        let registry = try SQLiteRegistry(path: folder["r.sqlite"])
        let author = Author(station: "bench-1", actor: "alice")
        let pseudonym = DevicePseudonym((0..<32).map { UInt8($0 * 7 % 251) })
        let number = try await registry.beginImport(.sightings, file: "walk.csv")
        // Rare numbers, so that they are found: SQLite writes a REAL as eight bytes, the highest first.
        let rows = try (0..<3_000).map { index in
            KeptSighting(
                time: Int64(index), url: "https://example.com/\(index % 7)", uid: nil,
                place: try Coordinate(latitude: 12.3456789 + Double(index) * 1e-7, longitude: 98.7654321), sigma: 3,
                device: pseudonym)
        }
        _ = try await registry.keep(rows, import: number)
        try await registry.record(
            .evidenceImported(
                EvidenceImport(
                    number: number, kind: .sightings, file: "walk.csv", digest: nil, rows: 3_000, new: 3_000,
                    badRows: 0,
                    isComplete: true)), by: author)
        let picture = try ScanPicture(jpeg: Samples.picture)
        _ = try await registry.keep([
            KeptRemark(
                time: 7, url: "https://example.com/0", device: pseudonym, note: "beside the unusual samovar",
                picture: picture)
        ])
        let traces = [
            Data("unusual samovar".utf8), Data(picture.bytes.suffix(3_000).prefix(300)), Data(picture.bytes.suffix(40)),
            Data(pseudonym.hexadecimal.utf8),
            withUnsafeBytes(of: rows[7].place.latitude.bitPattern.bigEndian) { Data($0) },
            withUnsafeBytes(of: rows[2_999].place.longitude.bitPattern.bigEndian) { Data($0) },
            // As the fold has it, with the deviation behind the last place.
            withUnsafeBytes(of: rows[0].packed(device: 1).north.littleEndian) { Data($0) },
        ]
        for trace in traces { #expect(try !holds(folder, trace).isEmpty) }

        try await registry.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: pseudonym), by: author)
        #expect(try await registry.scrub())
        for trace in traces { #expect(try holds(folder, trace) == []) }
    }

    /// Rows that come in no order are moved to other pages; SQLite leaves copies of some of them where they stood.
    @Test func `is not in the unused space of pages`() async throws {
        let folder = try TemporaryFolder()
        let registry = try SQLiteRegistry(path: folder["r.sqlite"])
        let devices = (0..<4).map { DevicePseudonym(Array(repeating: UInt8($0), count: 32)) }
        let number = try await registry.beginImport(.sightings, file: "walk.csv")
        var random = SeededRandom(seed: 1)
        var (latitudes, folded): (Set<UInt64>, Set<UInt64>) = ([], [])
        for _ in 0..<60 {
            let rows = try (0..<200).map { _ in
                let latitude = Double(random.next(below: 1 << 52)) / Double(1 << 46)
                let device = Int(random.next(below: 4))
                let filling = String(repeating: "a", count: Int(random.next(below: 60)))
                let row = KeptSighting(
                    time: Int64(random.next(below: 10_000_000)), url: "https://x\(random.next()).example/\(filling)",
                    uid: nil, place: try Coordinate(latitude: latitude, longitude: 2), sigma: 3, device: devices[device]
                )
                if device == 0 {
                    latitudes.insert(latitude.bitPattern)
                    folded.insert(row.packed(device: 1).north)
                }
                return row
            }
            _ = try await registry.keep(rows, import: number)
        }
        try await registry.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: devices[0]),
            by: Author(station: "bench-1", actor: "alice"))
        #expect(try await registry.scrub())
        let bytes = try folder.bytes("r.sqlite")
        var (word, found): (UInt64, Int) = (0, 0)
        for byte in bytes {
            word = word << 8 | UInt64(byte)
            // In a row, and where rows are folded, lowest byte first.
            if latitudes.contains(word) || folded.contains(word.byteSwapped) { found += 1 }
        }
        #expect(latitudes.count > 2_500 && folded.count > 2_500 && found == 0)
        let check = try Command.sqlite.run([folder["r.sqlite"], "PRAGMA integrity_check; PRAGMA foreign_key_check"])
        #expect(check.output == "ok\n")
    }

    /// The file was written by the program that knew no later schema: it said that a phone was forgotten, and kept the URL
    /// that only this phone had seen, in contents, a finding and an answer.
    @Test(.enabled(if: Command.sqlite.isExpected, "sqlite3 is not installed"))
    func `by an earlier release is erased after the upgrade`() async throws {
        let folder = try TemporaryFolder()
        let dump = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/schema-12.sql").path
        #expect(try Command.sqlite.run([folder["r.sqlite"], ".read \(dump)"]).status == 0)
        let trace = Data("private.example".utf8)
        #expect(try !holds(folder, trace).isEmpty)
        let registry = try SQLiteRegistry(path: folder["r.sqlite"])
        let state = try await registry.erasures()
        #expect(state.count == 1 && state.pending != nil)
        #expect(try await registry.scrub())
        try await registry.endErasure(1)
        #expect(try await registry.erasures().pending == nil)
        #expect(try holds(folder, trace) == [])
        // What others have seen stays, with its number.
        #expect(try await registry.findings(in: [.new, .stillThere]).map(\.number) == [1, 3])
        #expect(try await registry.knownTags().contains { $0.url == "https://other.example/menu" })
        #expect(try await registry.verifyJournal().brokenAt == nil)
    }
}
