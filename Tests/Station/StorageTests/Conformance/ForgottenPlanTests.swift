import Geodesy
import Registry
import Testing

/// What is left of erased evidence for as long as the registry plans its tag, and no longer.
@Suite(.takesTurns) struct `What was erased of a planned tag` {
    private static let url = Samples.url(of: "t-1")

    private func erase(_ bench: Bench) async throws {
        try await bench.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: DevicePseudonym(hexadecimal: "aa")))
        #expect(try await bench.history.scrub())
    }

    private func audit(at time: Int64) -> JournalEvent {
        .audited(
            AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
            run: AuditRun(
                verdicts: [
                    TagVerdict(
                        url: Self.url, uid: nil, label: "t-1", store: StoreID("cupertino"), verdict: "outside",
                        probability: nil, distance: nil, foundStore: nil, lastSeen: time)
                ],
                findings: [
                    FoundFinding(
                        identity: "misplaced \(Self.url)", code: "misplaced", severity: "critical", stores: [],
                        tags: [Self.url], batches: [], message: "elsewhere", next: "Bring it back.",
                        evidence: time)
                ]))
    }

    /// A tag that was seen, audited and forgotten while it was planned.
    private func bench(_ kind: StorageKind) async throws -> Bench {
        let bench = try await Bench(kind)
        try await bench.record([
            .storesImported([try Samples.store("cupertino")], file: "stores.csv"),
            .batchCreated(try Samples.batch("opening", ["t-1", "t-2"])),
        ])
        let number = try await bench.history.beginImport(.sightings, file: "walk.csv")
        let seen = KeptSighting(
            time: 1_795_000_000, url: Self.url, uid: nil,
            place: try Coordinate(latitude: 37.3193, longitude: -122.0293), sigma: 4.5,
            device: DevicePseudonym(hexadecimal: "aa"))
        #expect(try await bench.history.keep([seen], import: number) == 1)
        try await bench.record(audit(at: 1_795_000_000))
        try await erase(bench)
        #expect(try await bench.history.knownTags().map(\.url) == [Self.url])
        #expect(try await bench.findings().count == 1)
        return bench
    }

    @Test(arguments: StorageKind.all)
    func `is removed by the next erasure behind its tag`(kind: StorageKind) async throws {
        let bench = try await bench(kind)
        try await bench.record(.tagDeleted(TagDeletion(tag: try name("t-1"), batch: try name("opening"))))
        #expect(try await bench.history.scrub())
        #expect(try await bench.history.knownTags().count == 1, "nothing was erased since")
        try await erase(bench)
        #expect(try await bench.history.knownTags().isEmpty)
        #expect(try await bench.history.lastLooks(at: [Self.url]).isEmpty)
        #expect(try await bench.findings().isEmpty)
    }

    /// A restoration says which numbers it knows of; others may be spent that no row shows any more.
    @Test(arguments: StorageKind.all)
    func `leaves its numbers spent, also after a restoration that knows of fewer`(kind: StorageKind) async throws {
        let bench = try await bench(kind)
        try await bench.record(.tagDeleted(TagDeletion(tag: try name("t-1"), batch: try name("opening"))))
        try await erase(bench)
        try await bench.record(
            .registryRestored(
                RegistryRestoration(
                    backup: "backup.sqlite", newest: nil, replaced: nil, lost: 1, tags: [], isDoubtful: false,
                    lastFinding: 0, lastImport: 0, kept: nil),
                LostRecords(lives: [:], isProven: true, formerCarriers: [])))
        try await bench.record(audit(at: 1_795_000_010))
        #expect(try await bench.findings().map(\.number) == [2])
        #expect(try await bench.history.beginImport(.sightings, file: "walk-2.csv") == 2)
    }
}
