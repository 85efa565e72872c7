import Registry
import Testing

/// Coordinates that findings name, when the sightings that they are of expire.
@Suite(.takesTurns) struct `Places that expire` {
    private func audit(_ code: String, _ label: String, at time: Int64, seen: [TagVerdict] = []) -> JournalEvent {
        let found = FoundFinding(
            identity: "\(code) \(label)", code: code, severity: "critical", stores: [], tags: [label], batches: [],
            message: "the code \(label) is at 37.323000, -122.032200", next: "Take it down.", evidence: time)
        return .audited(
            AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
            run: AuditRun(verdicts: seen, findings: [found]))
    }

    /// What shows that it is over is later than what it was found by.
    @Test(arguments: StorageKind.all)
    func `go from a finding that is over, and stay where a later one names them`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit("misplaced", "t-1", at: 1_795_220_000))
        // A day later: found once more, without newer evidence, and then seen where it belongs.
        try await bench.reopen()
        try await bench.record(audit("misplaced", "t-1", at: 1_795_220_000))
        let back = TagVerdict(
            url: Samples.url(of: "t-1"), uid: nil, label: "t-1", store: StoreID("cupertino"), verdict: "inside",
            probability: 1, distance: 3, foundStore: StoreID("cupertino"), lastSeen: 1_795_307_100)
        try await bench.record(audit("misplaced", "t-2", at: 1_795_307_000, seen: [back]))
        #expect(try await bench.history.finding(1)?.state == .resolved)
        let moment = Timestamp(milliseconds: 1_795_300_000_000)
        try await bench.record(.evidenceForgotten(Forgetting(cause: .expired, before: moment), device: nil))
        #expect(try await bench.history.finding(1)?.message == "the code t-1 is at a place that was erased")
        #expect(try await bench.history.finding(2)?.message == "the code t-2 is at 37.323000, -122.032200")
    }
}
