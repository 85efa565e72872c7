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
        let traces = [
            Data(pseudonym.hexadecimal.utf8),
            withUnsafeBytes(of: rows[7].place.latitude.bitPattern.bigEndian) { Data($0) },
            withUnsafeBytes(of: rows[2_999].place.longitude.bitPattern.bigEndian) { Data($0) },
        ]
        for trace in traces { #expect(try !holds(folder, trace).isEmpty) }

        try await registry.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: pseudonym), by: author)
        try await registry.scrub()
        for trace in traces { #expect(try holds(folder, trace) == []) }
    }
}
