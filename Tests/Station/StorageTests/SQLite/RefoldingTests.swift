import Geodesy
import Registry
import Storage
import TestBench
import Testing

/// Releases before schema 24 could lose rows on their way into what audits read: the rows were kept, and in no audit.
@Suite(.enabled(if: Command.sqlite.isExpected, "sqlite3 is not installed"))
struct `A registry whose evidence is not all folded` {
    private let folder: TemporaryFolder
    private var path: String { folder["r.sqlite"] }

    init() async throws {
        folder = try TemporaryFolder()
        let registry = try SQLiteRegistry(path: folder["r.sqlite"])
        let place = try Coordinate(latitude: 37, longitude: -122)
        let device = DevicePseudonym(Array(repeating: 7, count: 32))
        let seen = try await registry.beginImport(.sightings, file: "walk.csv")
        _ = try await registry.keep(
            (0..<6).map {
                KeptSighting(time: $0, url: Self.url($0 % 3), uid: nil, place: place, sigma: 3, device: device)
            }, import: seen)
        let told = try await registry.beginImport(.confirmations, file: "phones.csv")
        _ = try await registry.keep(
            (0..<3).map { KeptConfirmation(time: $0, url: Self.url($0), outcome: "inRegion", device: device) },
            import: told)
        try await registry.foldEvidence { _ in }
        let mark = try await registry.beginJudging()
        try await registry.settle(
            Settling(mark: mark, settled: try await Self.folded(registry).keys.map(Self.settled), remarkable: []))
    }

    private static func url(_ number: Int64) -> String { "https://example.com/\(number)" }

    private static func settled(_ url: String) -> SettledContent {
        SettledContent(SeenContent(url: url, uid: nil), sightings: 2, confirmations: 1, tag: nil)
    }

    /// How many sightings and confirmations of each URL an audit reads.
    private static func folded(_ registry: SQLiteRegistry) async throws -> [String: [Int]] {
        try await registry.readEvidence { evidence in
            var seen: [String: [Int]] = [:]
            try evidence.everything {
                for one in $0 { seen[one.content.url] = [one.folded.sightings, one.folded.confirmations] }
            }
            return seen
        }
    }

    private func change(_ statements: String) throws {
        #expect(try Command.sqlite.run([path, statements]).status == 0)
    }

    /// As it was where the fold of one content was removed with its rows' place in the queue.
    private static let lost = "DELETE FROM evidence WHERE content = (SELECT min(content) FROM evidence);"
    /// Nor is it judged again by itself: nothing has come since.
    private static let asBefore = """
        DELETE FROM changed; DROP TABLE moved_stores; ALTER TABLE judged DROP COLUMN news; PRAGMA user_version = 23;
        """

    @Test func `is folded once more when a later release opens it, and all is judged again`() async throws {
        try change(Self.lost + Self.asBefore)
        let registry = try SQLiteRegistry(path: path)
        #expect(try await registry.inspect().damage == nil)
        try await registry.foldEvidence { _ in }
        let all = Dictionary(uniqueKeysWithValues: (0..<3).map { (Self.url($0), [2, 1]) })
        #expect(try await Self.folded(registry) == all)
        #expect(try await !registry.beginJudging().isCurrent)
        #expect(try await registry.inspect().damage == nil)
        #expect(try Command.sqlite.run([path, "SELECT count(*) FROM changed"]).output == "3\n")
    }

    /// The rule of before had kept the most accurate visits alone.
    @Test func `is folded once more by a release that keeps the latest visits as well`() async throws {
        try change(Self.lost + "DELETE FROM changed; PRAGMA user_version = 25;")
        let registry = try SQLiteRegistry(path: path)
        #expect(try await !registry.readEvidence { try $0.isWhole })
        try await registry.foldEvidence { _ in }
        #expect(try await registry.readEvidence { try $0.isWhole })
        let all = Dictionary(uniqueKeysWithValues: (0..<3).map { (Self.url($0), [2, 1]) })
        #expect(try await Self.folded(registry) == all)
        #expect(try await !registry.beginJudging().isCurrent)
        #expect(try await registry.inspect().damage == nil)
    }

    @Test func `is folded whole also where rows were waiting, and half of them were folded`() async throws {
        try change(
            Self.lost + """
                INSERT INTO arrivals SELECT 1, 0, x'', x'', 0;
                INSERT INTO arrival_fold VALUES (1, 1);
                """ + Self.asBefore)
        let registry = try SQLiteRegistry(path: path)
        try await registry.foldEvidence { _ in }
        #expect(try await Self.folded(registry).values.allSatisfy { $0 == [2, 1] })
        #expect(try await registry.inspect().damage == nil)
    }

    @Test func `is reported by a look through it`() async throws {
        try change(Self.lost)
        let found = try await SQLiteRegistry(reading: path).inspect()
        #expect(found.damage == "2 sightings and 1 confirmations are in no audit")
    }

    @Test func `has nothing to fold where it has no evidence`() async throws {
        let empty = folder["empty.sqlite"]
        _ = try SQLiteRegistry(path: empty)
        #expect(try Command.sqlite.run([empty, "SELECT count(*) FROM folding"]).output == "0\n")
    }
}
