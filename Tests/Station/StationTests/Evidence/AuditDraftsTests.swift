import API
import Audit
import Faults
import Registry
import Testing

@testable import StationService

/// Audits that wait for their files.
@Suite struct `A draft of an audit` {
    private static let header = "time,url,uid,latitude,longitude,accuracy\n"

    private static func rows(_ seconds: Range<Int>) -> String {
        seconds.map { "2026-11-20T10:00:0\($0)Z,https://example.com/1,,37.3193,-122.0293,5\n" }.joined()
    }

    private func open(_ bench: StationBench) async throws -> Int {
        try await bench.station.openAudit(
            AuditRequest(batch: nil, listsTags: false, wantsMap: false, everything: true), by: bench.author
        ).id
    }

    private func send(
        _ text: String, to draft: Int, import number: Int? = nil, more: Bool, _ bench: StationBench
    ) async throws -> Int? {
        try await bench.station.evidence.take(
            .sightings, file: "a.csv", import: number, more: more, for: try await bench.station.drafts.draft(draft),
            ScriptedPieces([Array(text.utf8)]), by: bench.author
        ).import
    }

    private func isRefused(_ draft: Int, _ bench: StationBench) async throws {
        let error = try await #require(throws: RegistryError.self) {
            _ = try await bench.station.endAudit(draft, by: bench.author)
        }
        #expect(error.code == .contradiction)
    }

    /// What came of the file would be audited beside the history, which has it too.
    @Test func `is not ended before its files are complete`() async throws {
        let bench = try StationBench()
        try await bench.open()
        let draft = try await open(bench)
        let number = try await send(Self.header + Self.rows(0..<3), to: draft, more: true, bench)
        try await isRefused(draft, bench)
        _ = try await send(Self.rows(3..<5), to: draft, import: number, more: false, bench)
        let answer = try await bench.station.endAudit(draft, by: bench.author)
        #expect(answer.report.summary.sightings == 5)
    }

    @Test func `is refused when a file of it broke off, and takes it another time`() async throws {
        let bench = try StationBench()
        try await bench.open()
        let broken = try await open(bench)
        _ = try await send(Self.header + Self.rows(0..<3), to: broken, more: true, bench)
        try await bench.station.evidence.endImports(all: true)
        try await isRefused(broken, bench)
        let draft = try await open(bench)
        _ = try await send(Self.header + Self.rows(0..<5), to: draft, more: false, bench)
        #expect(try await bench.station.endAudit(draft, by: bench.author).report.summary.sightings == 5)
    }
}
