import Faults
import Geodesy
import Registry
import Testing

/// Audits with so many verdicts that a storage keeps them in pieces, before the audit's own event.
@Suite(.takesTurns) struct `A large audit` {
    private static let tags = 30_000

    private static func url(_ number: Int) -> String { "https://fruta.example/seen/\(number)" }

    private func audit(erasures: Int64? = nil) -> JournalEvent {
        let verdicts = (0..<Self.tags).map { number in
            TagVerdict(
                url: Self.url(number), uid: nil, label: "t-\(number)", store: StoreID("cupertino"), verdict: "inside",
                probability: nil, distance: nil, foundStore: StoreID("cupertino"), lastSeen: 1_795_000_000)
        }
        return .audited(
            AuditRecord(batch: nil, sightings: Self.tags, badRows: 0, findings: [:]),
            run: AuditRun(erasures: erasures, verdicts: verdicts))
    }

    /// Records something when some of the verdicts are kept.
    private func record(_ event: JournalEvent, between bench: Bench) async throws -> JournalEntry {
        let (storage, history, author) = (bench.storage, try bench.history, bench.author)
        return try await Apart().run { _ in
            while try await history.knownTags().isEmpty {}
            return try await storage.record(event, by: author)
        }
    }

    @Test(arguments: StorageKind.settling)
    func `lets others record between its verdicts`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let (storage, author, event) = (bench.storage, bench.author, audit())
        let audited = Task { try await storage.record(event, by: author) }
        let between = try await record(
            .storesImported([try Samples.store("cupertino")], file: "stores.csv"), between: bench)
        let entry = try await audited.value
        #expect(between.sequence < entry.sequence)
        let known = try await bench.history.knownTags()
        #expect(Set(known.map(\.url)) == Set((0..<Self.tags).map(Self.url)))
        #expect(known.allSatisfy { $0.lastInside == 1_795_000_000 })
    }

    @Test(arguments: StorageKind.settling)
    func `brings nothing back that is forgotten between its verdicts`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let number = try await bench.history.beginImport(.sightings, file: "walk.csv")
        let device = DevicePseudonym(hexadecimal: "aa")
        let seen = KeptSighting(
            time: 1_795_000_000, url: Self.url(7), uid: nil,
            place: try Coordinate(latitude: 37.3193, longitude: -122.0293), sigma: 4.5, device: device)
        #expect(try await bench.history.keep([seen], import: number) == 1)
        let (storage, author, event) = (bench.storage, bench.author, audit(erasures: 0))
        let audited = Task { try await storage.record(event, by: author) }
        _ = try await record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: device), between: bench)
        let error = await #expect(throws: RegistryError.self) { try await audited.value }
        #expect(error?.code == .contradiction)
        #expect(try await bench.history.scrub())
        #expect(try await !bench.history.knownTags().contains { $0.url == Self.url(7) })
        #expect(try await bench.history.lastLooks(at: [Self.url(7)]).isEmpty)
        #expect(try await bench.storage.journal(from: 1, limit: 100).map(\.kind) == ["evidence-forgotten"])
    }
}
