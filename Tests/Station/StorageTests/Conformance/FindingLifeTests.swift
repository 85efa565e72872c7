import Registry
import Testing

/// What becomes of a finding from one audit to the next.
@Suite(.takesTurns) struct `A finding` {
    private func finding(_ tags: [String] = ["t-1"], stores: [String] = ["cupertino"]) -> FoundFinding {
        FoundFinding(
            identity: "misplaced \(stores)", code: "misplaced", severity: "critical",
            stores: stores.compactMap { StoreID($0) }, tags: tags,
            batches: [], message: "elsewhere", next: "Bring it back.", evidence: 0)
    }

    private func verdict(_ label: String, _ verdict: String, at time: Int64) -> TagVerdict {
        TagVerdict(
            url: Samples.url(of: label), uid: nil, label: label, store: StoreID("cupertino"), verdict: verdict,
            probability: nil, distance: nil, foundStore: nil, lastSeen: time)
    }

    /// An audit with sightings up to a time.
    private func audit(
        at time: Int64, _ findings: [FoundFinding] = [], verdicts: [TagVerdict] = [], covered: [String] = []
    ) -> JournalEvent {
        .audited(
            AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
            run: AuditRun(
                covered: Samples.covered(covered, at: time), verdicts: verdicts,
                findings: findings.map { $0.resting(on: time) }))
    }

    private func states(_ bench: Bench) async throws -> [KeptFinding.State] {
        try await bench.findings().map(\.state)
    }

    @Test(arguments: StorageKind.all)
    func `is new, still there, resolved, and new again`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, [finding()]))
        #expect(try await states(bench) == [.new])
        let first = try #require(try await bench.finding(1))
        try await bench.record(audit(at: 20, [finding(["t-1", "t-2"])]))
        #expect(try await states(bench) == [.stillThere])
        let second = try #require(try await bench.finding(1))
        #expect(second.since == first.since && second.lastFound > first.lastFound && second.tags == ["t-1", "t-2"])
        // Half of it was looked at.
        try await bench.record(audit(at: 30, verdicts: [verdict("t-1", "inside", at: 30)]))
        #expect(try await states(bench) == [.stillThere])
        // Too vaguely, although the store was covered.
        try await bench.record(
            audit(
                at: 31, verdicts: [verdict("t-1", "inside", at: 31), verdict("t-2", "undecided", at: 31)],
                covered: ["cupertino"]))
        #expect(try await states(bench) == [.stillThere])
        try await bench.record(
            audit(at: 40, verdicts: [verdict("t-1", "inside", at: 40), verdict("t-2", "inside", at: 40)]))
        #expect(try await states(bench) == [.resolved])
        #expect(try await bench.finding(1)?.resolved != nil)
        // An older walk, audited late, does not bring it back; a later one does.
        try await bench.record(audit(at: 35, [finding()]))
        #expect(try await states(bench) == [.resolved])
        try await bench.record(audit(at: 50, [finding()]))
        #expect(try await states(bench) == [.new])
        #expect(try await bench.finding(1)?.resolved == nil)
    }

    @Test(arguments: StorageKind.all)
    func `is resolved when its stores were covered and it was not there`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, [finding(stores: ["cupertino", "palo-alto"])]))
        try await bench.record(audit(at: 20, covered: ["cupertino"]))
        #expect(try await states(bench) == [.new])
        try await bench.record(audit(at: 30, covered: ["cupertino", "palo-alto"]))
        #expect(try await states(bench) == [.resolved])
    }

    @Test(arguments: StorageKind.all)
    func `that is accepted stays so, for the tags it had`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, [finding(["t-1", "t-2"])]))
        let found = try #require(try await bench.finding(1))
        let entry = try await bench.record(
            .findingAccepted(FindingAcceptance(finding: found, reason: "a fair", person: "Zoë")))
        #expect(entry.kind == "finding-accepted" && entry.payload.contains(#""reason":"a fair""#))
        try await bench.record(audit(at: 20, [finding(["t-2"])]))
        try await bench.reopen()
        #expect(try await states(bench) == [.accepted])
        let accepted = try #require(try await bench.finding(1)?.acceptance)
        #expect(accepted.reason == "a fair" && accepted.person == "Zoë")
        try await bench.record(audit(at: 30, [finding(["t-2", "t-3"])]))
        #expect(try await states(bench) == [.new])
        #expect(try await bench.finding(1)?.acceptance == nil)
    }

    @Test(arguments: StorageKind.all)
    func `that nobody found, or that is resolved, is not accepted`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, [finding()]))
        let found = try #require(try await bench.finding(1))
        try await bench.record(audit(at: 20, covered: ["cupertino"]))
        try await bench.refuses(
            .findingAccepted(FindingAcceptance(finding: found, reason: "a fair", person: "Zoë")), .contradiction,
            why: "it is resolved")
    }

    @Test(arguments: StorageKind.all)
    func `rests on verdicts that stay, the latest for each tag`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, verdicts: [verdict("t-1", "inside", at: 10)]))
        try await bench.record(audit(at: 30, verdicts: [verdict("t-1", "outside", at: 30)]))
        try await bench.record(audit(at: 20, verdicts: [verdict("t-1", "undecided", at: 20)]))
        #expect(
            try await bench.history.knownTags()
                == [KnownTag(url: Samples.url(of: "t-1"), uid: nil, lastSeen: 30, lastInside: 10)])
    }
}
