import Registry
import Testing

/// A finding that a person has in hand.
@Suite(.takesTurns) struct `A finding that is put right` {
    private func found(
        _ tags: [String] = ["t-1", "t-2"], code: String = "misplaced", message: String = "elsewhere"
    ) -> FoundFinding {
        FoundFinding(
            identity: "\(code) cupertino", code: code, severity: "critical",
            stores: [StoreID("cupertino")].compactMap(\.self),
            tags: tags, batches: [], message: message, next: "Bring it back.", evidence: 0)
    }

    private func seen(_ labels: [String], _ verdict: String = "inside", at time: Int64) -> [TagVerdict] {
        labels.map {
            TagVerdict(
                url: Samples.url(of: $0), uid: nil, label: $0, store: StoreID("cupertino"), verdict: verdict,
                probability: nil, distance: nil, foundStore: StoreID("cupertino"), lastSeen: time)
        }
    }

    /// Up to a time in seconds since 1970, with its stores covered.
    private func audit(
        at time: Int64, _ findings: [FoundFinding] = [], _ verdicts: [TagVerdict] = []
    ) -> JournalEvent {
        .audited(
            AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
            run: AuditRun(
                covered: Samples.covered(["cupertino"], at: time),
                verdicts: verdicts, findings: findings.map { $0.resting(on: time) }))
    }

    private func only(_ bench: Bench) async throws -> KeptFinding { try #require(try await bench.finding(1)) }

    private func assign(_ bench: Bench, to person: String) async throws -> JournalEvent {
        .findingAssigned(FindingAssignment(finding: try await only(bench), person: person))
    }

    private func work(_ bench: Bench, _ note: String? = nil, _ pictures: RepairPictures = RepairPictures()) async throws
        -> JournalEvent
    {
        .findingRepaired(
            FindingWork(
                finding: try await only(bench), person: "Kim", note: note, before: pictures.before.map { _ in "aa" },
                after: pictures.after.map { _ in "bb" }), pictures)
    }

    @Test(arguments: StorageKind.all)
    func `is resolved when each of its tags was scanned where it belongs, in however many walks`(
        kind: StorageKind
    ) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, [found()]))
        try await bench.record(try await assign(bench, to: "Lee"))
        let entry = try await bench.record(try await assign(bench, to: "Kim"))
        #expect(entry.kind == "finding-assigned" && entry.payload.contains(#""person":"Kim""#))
        #expect(try await only(bench).repair?.assignment?.person == "Kim")
        // Its store was covered, and it was not found again; that does not show its signs again.
        try await bench.record(audit(at: 20))
        #expect(try await only(bench).state == .new)
        // What was seen before it was found proves nothing.
        try await bench.record(audit(at: 21, [], seen(["t-1", "t-2"], at: 9)))
        #expect(try await only(bench).repair?.proven == [])
        try await bench.record(try await work(bench, "exchanged"))
        try await bench.record(audit(at: 30, [], seen(["t-1"], at: 30)))
        try await bench.reopen()
        let half = try await only(bench)
        #expect(half.state == .new && half.repair?.proven == ["t-1"] && half.repair?.work?.note == "exchanged")
        try await bench.record(audit(at: 40, [], seen(["t-2"], "undecided", at: 40)))
        #expect(try await only(bench).state == .new)
        try await bench.record(audit(at: 50, [], seen(["t-2"], at: 50)))
        let done = try await only(bench)
        #expect(done.state == .resolved && done.repair?.proven == ["t-1", "t-2"] && done.resolved != nil)
        #expect(done.repair?.work?.person == "Kim" && done.repair?.refuted == nil)
    }

    @Test(arguments: StorageKind.all)
    func `keeps what was proven when a part of it is found again, and says that the work did not do`(
        kind: StorageKind
    ) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, [found()]))
        try await bench.record(try await work(bench))
        // The clock of the bench shows 2026.
        let later: Int64 = 1_900_000_000
        try await bench.record(audit(at: 20, [found(["t-2"])], seen(["t-1"], at: 20)))
        #expect(try await only(bench).repair?.refuted == nil, "what was seen before the work does not speak against it")
        #expect(try await only(bench).repair?.proven == ["t-1"])
        #expect(try await only(bench).state == .stillThere)
        try await bench.record(audit(at: later, [found(["t-2"])]))
        #expect(try await only(bench).repair?.refuted != nil)
        try await bench.record(try await work(bench, "again"))
        #expect(try await only(bench).repair?.refuted == nil)
        #expect(try await only(bench).repair?.proven == ["t-1"])
        try await bench.record(audit(at: later + 9, [], seen(["t-2"], at: later + 9)))
        #expect(try await only(bench).state == .resolved)
        // Where it comes back it is another matter, in no hand yet.
        try await bench.record(audit(at: later + 20, [found()]))
        #expect(try await only(bench).state == .new)
        #expect(try await only(bench).repair == nil)
    }

    @Test(arguments: StorageKind.all)
    func `keeps the tags that an audit has not seen, until they were scanned`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, [found()]))
        try await bench.record(try await assign(bench, to: "Kim"))
        try await bench.record(audit(at: 30, [], seen(["t-1"], at: 30)))
        // A phone that uploads late: one tag by a visit of before its finding, and nothing of the other.
        try await bench.record(
            .audited(
                AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
                run: AuditRun(verdicts: seen(["t-1"], "outside", at: 5), findings: [found(["t-1"]).resting(on: 5)])))
        let kept = try await only(bench)
        #expect(kept.state == .stillThere && kept.tags == ["t-1", "t-2"] && kept.repair?.proven == ["t-1"])
        // Found again later: its tags stay, and its text is of the new scans. The one before goes with its own.
        try await bench.record(audit(at: 35, [found(["t-1"], message: "at another place")]))
        #expect(try await only(bench).tags == ["t-1", "t-2"])
        #expect(try await only(bench).message == "at another place")
        // Found again with a third one.
        try await bench.record(audit(at: 40, [found(["t-1", "t-3"])]))
        #expect(try await only(bench).tags == ["t-1", "t-3", "t-2"])
        #expect(try await only(bench).repair?.proven == [])
        try await bench.record(audit(at: 50, [], seen(["t-1", "t-3"], at: 50)))
        #expect(try await only(bench).state == .stillThere)
        try await bench.record(audit(at: 60, [], seen(["t-2"], at: 60)))
        #expect(try await only(bench).state == .resolved)
    }

    /// An audit of everything has the visits by which it was found, and calls a sign that was put right inside when two say so.
    private func everything(finding tags: [String], inside: [String] = [], last: Int64) -> JournalEvent {
        let verdicts = tags.map {
            TagVerdict(
                url: Samples.url(of: $0), uid: nil, label: $0, store: StoreID("cupertino"), verdict: "outside",
                probability: nil, distance: nil, foundStore: nil, lastSeen: last, lastPlaced: 10)
        }
        return .audited(
            AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
            run: AuditRun(
                readsEverything: true, verdicts: verdicts + seen(inside, at: last),
                findings: [found(tags).resting(on: 10)]))
    }

    @Test(arguments: StorageKind.all)
    func `keeps what was proven when it is found again by what was seen before`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, [found()]))
        try await bench.record(try await assign(bench, to: "Kim"))
        try await bench.record(audit(at: 30, [], seen(["t-1"], at: 30)))
        try await bench.record(everything(finding: ["t-1", "t-2"], last: 30))
        #expect(try await only(bench).state == .stillThere)
        #expect(try await only(bench).repair?.proven == ["t-1"])
        // What is seen of it elsewhere since takes the proof back.
        try await bench.record(audit(at: 35, [found(["t-1"])], seen(["t-1"], "outside", at: 35)))
        #expect(try await only(bench).repair?.proven == [])
        try await bench.record(audit(at: 38, [], seen(["t-1"], at: 38)))
        #expect(try await only(bench).state == .stillThere)
        try await bench.record(audit(at: 40, [], seen(["t-2"], at: 40)))
        #expect(try await only(bench).state == .resolved)
    }

    /// An audit of everything has what the chip of a tag that was written again held before, and its name is the same.
    @Test(arguments: StorageKind.all, ["wrong-content", "outdated"])
    func `keeps what was proven of a tag when another one is scanned later`(
        kind: StorageKind, code: String
    ) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, [found(code: code)]))
        try await bench.record(try await assign(bench, to: "Kim"))
        try await bench.record(audit(at: 30, [], seen(["t-1"], at: 30)))
        func everything(_ moments: [String: Int64]) -> JournalEvent {
            .audited(
                AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
                run: AuditRun(
                    readsEverything: true, verdicts: seen(["t-1"], at: 30),
                    findings: [found(code: code).resting(on: moments.values.max() ?? 0, each: moments)]))
        }
        try await bench.record(everything(["t-1": 10, "t-2": 40]))
        #expect(try await only(bench).repair?.proven == ["t-1"])
        #expect(try await only(bench).state == .stillThere)
        // A later scan of the tag itself takes it back.
        try await bench.record(everything(["t-1": 50, "t-2": 40]))
        #expect(try await only(bench).repair?.proven == [])
    }

    @Test(arguments: StorageKind.all, [false, true])
    func `is resolved by the scan of its last tag, whichever audit sees that`(
        kind: StorageKind, isOfEverything: Bool
    ) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, [found()]))
        try await bench.record(try await assign(bench, to: "Kim"))
        try await bench.record(audit(at: 30, [], seen(["t-1"], at: 30)))
        try await bench.record(everything(finding: ["t-1", "t-2"], last: 30))
        try await bench.record(
            isOfEverything
                ? everything(finding: ["t-1"], inside: ["t-2"], last: 40) : audit(at: 40, [], seen(["t-2"], at: 40)))
        #expect(try await only(bench).state == .resolved)
        #expect(try await only(bench).repair?.proven == ["t-1", "t-2"])
        // Nor do the visits of before bring it back.
        try await bench.record(everything(finding: ["t-1"], inside: ["t-2"], last: 40))
        #expect(try await only(bench).state == .resolved)
    }

    /// What is retired instead of replaced is never scanned again.
    @Test(arguments: StorageKind.all)
    func `about missing tags needs no scans of those that were retired`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record([
            .storesImported([Samples.store("cupertino")], file: "stores.csv"),
            .batchCreated(try Samples.batch("spring", ["t-1", "t-2"])),
        ])
        try await bench.record(audit(at: 10, [found(code: "missing")]))
        try await bench.record(try await assign(bench, to: "Kim"))
        try await bench.record(audit(at: 20, [], seen(["t-2"], at: 20)))
        #expect(try await only(bench).state == .new)
        try await bench.record(
            .tagRetired(TagRelease(tag: try name("t-1"), uid: nil, reason: "the counter is gone")))
        try await bench.record(audit(at: 30, [], seen(["t-2"], at: 30)))
        #expect(try await only(bench).state == .resolved)
    }

    @Test(arguments: StorageKind.all)
    func `needs no scans where nothing is to hang`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, [found(["https://evil.example/"], code: "foreign")]))
        let entry = try await bench.record(try await assign(bench, to: "Kim"))
        #expect(!entry.payload.contains("evil"), "the journal forgets nothing")
        try await bench.record(audit(at: 20))
        #expect(try await only(bench).state == .resolved)
    }

    @Test(arguments: StorageKind.all)
    func `is refused where it is over or accepted, and reported once after it was resolved`(
        kind: StorageKind
    ) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, [found()]))
        try await bench.record(audit(at: 20))
        try await bench.refuses(try await assign(bench, to: "Kim"), .contradiction, why: "it is resolved")
        try await bench.record(try await work(bench))
        #expect(try await only(bench).state == .resolved)
        #expect(try await only(bench).repair?.work?.person == "Kim")
        try await bench.refuses(try await work(bench), .contradiction, why: "it is resolved")
        try await bench.record(audit(at: 30, [found()]))
        try await bench.record(
            .findingAccepted(FindingAcceptance(finding: try await only(bench), reason: "a fair", person: "Zoë")))
        for event in [try await assign(bench, to: "Kim"), try await work(bench)] {
            try await bench.refuses(event, .contradiction, why: "it is accepted: it is to stay as it is")
        }
    }

    @Test(arguments: StorageKind.all)
    func `has pictures, which are replaced, go with the time, and go when it is another matter`(
        kind: StorageKind
    ) async throws {
        let bench = try await Bench(kind)
        let picture = try ScanPicture(jpeg: Samples.picture)
        try await bench.record(audit(at: 10, [found()]))
        try await bench.record(try await work(bench, nil, RepairPictures(before: picture, after: picture)))
        #expect(try await bench.history.picture(ofFinding: 1, .after) == picture)
        #expect(try await only(bench).repair?.work?.after == "bb")
        try await bench.record(try await work(bench, nil, RepairPictures(before: picture)))
        #expect(try await bench.history.picture(ofFinding: 1, .before) == picture)
        #expect(try await bench.history.picture(ofFinding: 1, .after) == nil)
        // What one device saw has nothing to do with them; what is older than a moment has.
        let device = DevicePseudonym([0xAB])
        try await bench.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil, ofOneDevice: true), device: device))
        #expect(try await bench.history.picture(ofFinding: 1, .before) == picture)
        let moment = Timestamp(milliseconds: 1_900_000_000_000)
        try await bench.record(.evidenceForgotten(Forgetting(cause: .expired, before: moment), device: nil))
        #expect(try await bench.history.picture(ofFinding: 1, .before) == nil)
        let work = try #require(try await only(bench).repair?.work)
        #expect(work.before == nil && work.person == "Kim", "who has done it stays")

        try await bench.record(try await self.work(bench, nil, RepairPictures(after: picture)))
        try await bench.record(audit(at: 20, [], seen(["t-1", "t-2"], at: 20)))
        try await bench.record(audit(at: 30, [found()]))
        #expect(try await bench.history.picture(ofFinding: 1, .after) == nil)
    }

    @Test(arguments: StorageKind.all)
    func `says of each content what its last look was`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(audit(at: 10, [], seen(["t-1", "t-2"], "outside", at: 10)))
        try await bench.record(audit(at: 20, [], seen(["t-1"], at: 20)))
        let looks = try await bench.history.lastLooks(at: [Samples.url(of: "t-1"), "https://other.example/"])
        #expect(looks.map(\.verdict) == ["inside"] && looks.map(\.lastSeen) == [20])
        #expect(looks.map(\.foundStore) == [StoreID("cupertino")] && looks.map(\.store) == [StoreID("cupertino")])
        #expect(try await bench.history.lastLooks(at: []).isEmpty)
    }
}
