import Audit
import Geodesy
import Registry
import TestBench
import Testing

/// A tag was settled, further rows of it came, and all of them are erased before the next audit.
@Suite(.takesTurns) struct `News of a settled tag that are erased` {
    private static let url = Samples.url(of: "t-1")
    private static let device = DevicePseudonym(hexadecimal: "aa")

    private func see(_ time: Int64, _ bench: Bench) async throws {
        let number = try await bench.history.beginImport(.sightings, file: "walk-\(time).csv")
        let seen = KeptSighting(
            time: time, url: Self.url, uid: nil, place: try Coordinate(latitude: 37.3193, longitude: -122.0293),
            sigma: 4.5, device: Self.device)
        #expect(try await bench.history.keep([seen], import: number) == 1)
    }

    private func audit(_ bench: Bench, at time: Int64) async throws -> (settled: Int, AuditReport) {
        let history = try #require(bench.storage as? any RegistryStorage & RegistryHistory)
        try await history.foldEvidence { _ in }
        let mark = try await history.beginJudging()
        let audit = HistoryAudit(
            PreparedScope(try await history.scope()), rules: AuditRules(now: Timestamp(milliseconds: time * 1_000)),
            watching: [])
        let reading = try await history.readEvidence { try audit.read($0, since: mark) }
        let (outcome, settling) = audit.conclude(reading)
        try await history.settle(try #require(settling))
        return (reading.settledContents, outcome.report())
    }

    @Test(arguments: StorageKind.settling)
    func `take what was settled with them`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record([
            .storesImported([try Samples.store("cupertino")], file: "stores.csv"),
            .experiencesImported([try Samples.experience("https://example.com/store")], file: "e.csv"),
            .batchCreated(try Samples.batch("opening", ["t-1", "t-2"])),
        ])
        try await see(1_795_000_000, bench)
        #expect(try await audit(bench, at: 1_795_000_010).1.summary.sightings == 1)
        // Settled, and nothing is judged.
        #expect(try await audit(bench, at: 1_795_000_020).settled == 1)
        try await see(1_795_000_600, bench)
        try await bench.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: Self.device))
        let (settled, report) = try await audit(bench, at: 1_795_000_610)
        #expect(settled == 0)
        #expect(report.summary.sightings == 0)
    }
}
