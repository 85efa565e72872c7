import Foundation
import TestBench
import Testing

/// Rows that are larger than any memory that an audit may take.
@Suite(.timeLimit(.minutes(10))) struct EndlessLineTests {
    private static let header = "time,url,uid,latitude,longitude,accuracy\n"
    private static let rows = (1...3).map { "2026-11-19T17:10:38Z,https://a.example/\($0),,37.3230,-122.0322,5\n" }

    /// MiB.
    private static let memory = 200

    /// 400 MB in one line. The line takes no blocks of the disk either: it is a hole in the file, which reads as zeros.
    @Test(.needs(.python)) func `a line without end and URLs of 100 kB are named, and take no memory`() async throws {
        let folder = try TemporaryFolder()
        let path = folder["walk.csv"]
        // A file that holds zeros near its beginning would not be taken for text.
        let begin = Data((Self.header + String(repeating: Self.rows[0], count: 20)).utf8)
        try #require(FileManager.default.createFile(atPath: path, contents: begin))
        let file = try #require(FileHandle(forWritingAtPath: path))
        let start = try file.seekToEnd()
        try file.truncate(atOffset: start + 400_000_000)
        try file.seekToEnd()
        try file.write(contentsOf: Data(("\n" + Self.rows[1]).utf8))
        let long = "2026-11-19T17:10:38Z,https://a.example/\(String(repeating: "a", count: 100_000)),,1,2,3\n"
        for _ in 0..<50 { try file.write(contentsOf: Data(long.utf8)) }
        try file.write(contentsOf: Data(Self.rows[2].utf8))
        try file.close()
        let fruta = Repository.path("tags/fruta")
        let ending = try await MeasuredEnding(
            of: .commandLine,
            [
                "audit", "--stores", "\(fruta)/stores.csv", "--experiences", "\(fruta)/experiences.csv", "--template",
                "https://a.example/{store}", "--sightings", path, "--json",
            ], environment: ["WAYMARK_SOCKET": "/nowhere"])
        #expect(ending.status == 3, "\(ending)")
        #expect(ending.largest < Self.memory, "\(ending)")
        let summary = try #require(ending.document["summary"] as? [String: Int], "\(ending)")
        #expect(summary["sightings"] == 22)
        #expect(ending.errors.contains("walk.csv:22: "), "\(ending)")
        #expect(ending.errors.contains("walk.csv:24-73: field 2 is longer than 65536 bytes"), "\(ending)")
    }
}
