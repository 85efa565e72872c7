import Audit
import Geodesy
import Registry
import TestBench
import Testing

/// A finding about several tags ends where all of them are seen: by one audit of everything, also where they were seen one
/// after the other.
@Suite(.takesTurns) struct `Tags of an open finding` {
    private let author = Author(station: "bench-1", actor: "alice")

    private func see(_ tag: String, _ time: Int64, sigma: Double = 4.5, _ bench: Bench) async throws {
        let number = try await bench.history.beginImport(.sightings, file: "walk.csv")
        let seen = KeptSighting(
            time: time, url: Samples.url(of: tag), uid: nil,
            place: try Coordinate(latitude: 37.3193, longitude: -122.0293), sigma: sigma, device: nil)
        #expect(try await bench.history.keep([seen], import: number) == 1)
    }

    private func audit(_ bench: Bench, at time: Int64, staleAfter days: Int? = nil) async throws {
        let history = try #require(bench.storage as? any RegistryStorage & RegistryHistory)
        try await history.foldEvidence { _ in }
        let open = try await history.findings(in: [.new, .stillThere, .accepted])
        let mark = try await history.beginJudging()
        let audit = HistoryAudit(
            PreparedScope(try await history.scope()),
            rules: AuditRules(now: Timestamp(milliseconds: time * 1_000), staleAfterDays: days),
            watching: Set(open.flatMap(\.tags)))
        let reading = try await history.readEvidence { try audit.read($0, since: mark) }
        let (outcome, settling) = audit.conclude(reading)
        let record = AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: outcome.report().findingCounts)
        try await history.record(.audited(record, run: outcome.run(batch: nil)), by: author)
        if let settling { try await history.settle(settling) }
    }

    @Test(arguments: StorageKind.settling)
    func `are judged until it ends`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record([
            .storesImported([try Samples.store("cupertino")], file: "stores.csv"),
            .experiencesImported([try Samples.experience("https://example.com/store")], file: "e.csv"),
            .batchCreated(try Samples.batch("opening", ["t-1", "t-2"])),
        ])
        let start: Int64 = 1_795_000_000
        try await see("t-1", start, bench)
        // Too vaguely to say where it is.
        try await see("t-2", start, sigma: 150, bench)
        try await audit(bench, at: start + 10 * 86_400, staleAfter: 5)
        #expect(try await bench.findings().map(\.tags) == [["t-1", "t-2"]])
        try await see("t-1", start + 10 * 86_400, bench)
        try await audit(bench, at: start + 10 * 86_400 + 60)
        #expect(try await bench.findings().map(\.state) == [.new])
        try await see("t-2", start + 11 * 86_400, bench)
        try await audit(bench, at: start + 11 * 86_400 + 60)
        #expect(try await bench.findings().map(\.state) == [.resolved])
    }
}
