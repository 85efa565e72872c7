import Registry
import Testing

/// Another change may come between the reading of what is edited and the edit, also from another process.
@Suite(.takesTurns) struct `An edit that rests on what was read` {
    private func pause(_ isPaused: Bool = true) throws -> JournalEvent {
        let pause = BatchPause(batch: try name("opening"), reason: nil)
        return isPaused ? .batchPaused(pause) : .batchResumed(pause)
    }

    private func batch(_ bench: Bench) async throws -> Batch {
        try #require(try await bench.storage.batch(name("opening")))
    }

    private func refuses(_ bench: Bench, _ bases: [EditBasis]) async throws {
        for basis in bases {
            try await bench.refuses(
                pause(), expecting: basis, .changedMeanwhile, why: "batch opening was changed since it was read")
        }
    }

    /// The batch with its plans, as they are.
    private func plan(_ bench: Bench) async throws -> EditBasis {
        let plans = try await bench.storage.planDigest(of: name("opening"))
        return .plan(try await batch(bench), plans)
    }

    /// Pauses or resumes the batch once for each, so that it is left as it was where there is an even number. Only a
    /// batch with its tags is another then.
    private func takes(_ bench: Bench, _ bases: [EditBasis]) async throws {
        for basis in bases {
            let isPaused = try await batch(bench).isPaused
            try await bench.storage.record(pause(!isPaused), expecting: basis, by: bench.author)
        }
    }

    @Test(arguments: StorageKind.all)
    func `is refused where the batch says something else of itself by then`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let (seen, planned) = (try await batch(bench), try await plan(bench))
        try await bench.record(
            .batchRuled(BatchPolicy(batch: seen.name, rules: BatchRules(genuineness: .required))))
        try await refuses(bench, [.head(seen), planned, .batch(seen)])
        let now = try await batch(bench)
        try await takes(bench, [.batch(now), .head(now), plan(bench)])
    }

    @Test(arguments: StorageKind.all)
    func `is taken where the batch rests by then, unless it rests on all of that`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let (seen, planned) = (try await batch(bench), try await plan(bench))
        try await bench.record(pause())
        try await refuses(bench, [.batch(seen)])
        try await takes(bench, [.head(seen), planned])
    }

    @Test(arguments: StorageKind.all)
    func `is refused where the plan of a tag is another, and one came or went, if it rests on those`(
        kind: StorageKind
    ) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let old = try Samples.tag("t-2")
        let moved = Registry.Tag(
            id: old.id, batch: old.batch, store: old.store, placement: "door", medium: .nfc, url: old.url)
        let changes: [JournalEvent] = [
            .batchRevised(try await batch(bench).with([moved])),
            .batchRevised(try await batch(bench).with([try Samples.tag("t-9")])),
            .tagDeleted(TagDeletion(tag: try name("t-9"), batch: old.batch)),
        ]
        for change in changes {
            let (seen, planned) = (try await batch(bench), try await plan(bench))
            try await bench.record(change)
            try await refuses(bench, [planned, .batch(seen)])
            // What it says of itself is as it was.
            try await takes(bench, [.head(seen), plan(bench)])
        }
    }

    @Test(arguments: StorageKind.all)
    func `is refused where a tag was written by then, if it rests on the tags`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let (seen, planned) = (try await batch(bench), try await plan(bench))
        let tag = try #require(seen.tags.first)
        try await bench.record(.writeIntended(try Samples.write("t-1", chip: 1)))
        try await refuses(bench, [.batch(seen)])
        for event in [JournalEvent.tagRetired(try Samples.release("t-1")), .tagReplaced(try Samples.release("t-1"))] {
            try await bench.refuses(
                event, expecting: .tag(tag), .changedMeanwhile, why: "tag t-1 was changed since it was read")
        }
        try await takes(bench, [.batch(batch(bench)), planned])
        let now = try #require(try await bench.storage.tag(tag.id))
        try await bench.storage.record(
            .tagRetired(Samples.release("t-1", chip: 1)), expecting: .tag(now), by: bench.author)
        #expect(try await bench.state("t-1") == .retired)
    }

    @Test(arguments: StorageKind.all)
    func `is refused where what it is about is gone`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let (seen, planned) = (try await batch(bench), try await plan(bench))
        try await bench.record(.batchDeleted(BatchDeletion(batch: seen.name, tags: seen.tags.count)))
        try await refuses(bench, [.head(seen), planned, .batch(seen)])
    }

    @Test(arguments: StorageKind.all)
    func `is refused where a finding is another by then`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        try await bench.record(Samples.opened())
        let found = FoundFinding(
            identity: "misplaced cupertino", code: "misplaced", severity: "critical", stores: [try name("cupertino")],
            tags: ["t-1"], batches: [], message: "elsewhere", next: "Bring it back.", evidence: 0)
        try await bench.record(
            .audited(
                AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
                run: AuditRun(
                    covered: Samples.covered(["cupertino"], at: 10), findings: [found.resting(on: 10)])))
        let seen = try #require(try await bench.finding(1))
        func assigned(to person: String, _ finding: KeptFinding) -> JournalEvent {
            .findingAssigned(FindingAssignment(finding: finding, person: person))
        }
        try await bench.storage.record(assigned(to: "Kim", seen), expecting: .finding(seen), by: bench.author)
        try await bench.refuses(
            assigned(to: "Lee", seen), expecting: .finding(seen), .changedMeanwhile,
            why: "finding 1 was changed since it was read")
        let now = try #require(try await bench.finding(1))
        #expect(now.repair?.assignment?.person == "Kim")
        try await bench.storage.record(assigned(to: "Lee", now), expecting: .finding(now), by: bench.author)
    }
}
