import Geodesy
import Registry
import Storage
import TestBench
import Testing

/// Files of many rows that come at once, and a person who is forgotten meanwhile: numbers of contents and devices that
/// were looked up before are not valid any more.
@Suite struct `Files of evidence that come at once` {
    private static let forgotten = DevicePseudonym(Array(repeating: 7, count: 32))
    private let author = Author(station: "bench-1", actor: "alice")

    @Test func `are kept whole, each row once, while others are erased`() async throws {
        let folder = try TemporaryFolder()
        let registry = try SQLiteRegistry(path: folder["r.sqlite"])
        let own = try rows(of: "a", by: nil)
        let shared = try rows(of: "b", by: nil)
        let erased = try rows(of: "c", by: Self.forgotten)
        let new = try await withThrowingTaskGroup(of: Int.self) { group in
            for file in [own + erased, shared + erased, shared, own + shared] {
                group.addTask {
                    let number = try await registry.beginImport(.sightings, file: "walk.csv")
                    return try await registry.keep(file, import: number)
                }
            }
            group.addTask {
                for _ in 0..<20 {
                    try await registry.record(
                        .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: Self.forgotten), by: author)
                    while try await !registry.scrub() { await Task.yield() }
                }
                return 0
            }
            return try await group.reduce(0, +)
        }
        // Those that were erased may have come again behind their erasure.
        #expect(new >= own.count + shared.count)
        try await registry.foldEvidence { _ in }
        let found = try await registry.readEvidence { evidence in
            var seen: [String: Int] = [:]
            try evidence.everything { for one in $0 { seen[one.content.url] = one.folded.sightings } }
            return seen
        }
        for row in own + shared { #expect(found[row.url] == 1, "\(row.url)") }
        #expect(try await registry.inspect().damage == nil)
    }

    private func rows(of name: String, by device: DevicePseudonym?) throws -> [KeptSighting] {
        try (0..<2_000).map { index in
            KeptSighting(
                time: Int64(index * 7_919 % 100_000), url: "https://example.com/\(name)/\(index)", uid: nil,
                place: try Coordinate(latitude: 37, longitude: -122), sigma: 3,
                device: device ?? DevicePseudonym(Array("\(name)\(index)".utf8)))
        }
    }
}
