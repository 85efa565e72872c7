import API
import Geodesy
import Logging
import MemoryStorage
import Registry
import TestBench
import Testing

@testable import StationService

/// Erasures that another process of the same registry has recorded.
@Suite struct `An erasure of another process` {
    private static let device = DevicePseudonym([7])
    private static let url = "https://private.example/1"
    private let author = Author(station: "bench-1", actor: "alice")

    @Test func `is carried out here when that one has ended`() async throws {
        let place = MemoryPlace()
        let own = MemoryRegistry(place, now: { StationBench.now })
        let conditions = StationConditions(
            now: { StationBench.now }, logger: Logger(label: "test", handler: CollectingLogHandler()))
        let erasures = Erasures(storage: own, copies: RunningCopies(), conditions: conditions)
        await erasures.tryAgain()
        #expect(conditions[.erasurePending] == nil)

        let other = MemoryRegistry(place, now: { StationBench.now })
        let number = await other.beginImport(.sightings, file: "walk.csv")
        let seen = KeptSighting(
            time: 1_795_000_000, url: Self.url, uid: nil, place: try Coordinate(latitude: 1, longitude: 2), sigma: 4,
            device: Self.device)
        _ = try await other.keep([seen], import: number, from: nil)
        let verdict = TagVerdict(
            url: Self.url, uid: nil, label: "1", store: nil, verdict: "outside", probability: nil, distance: nil,
            foundStore: nil, lastSeen: 1_795_000_000)
        try await other.record(
            .audited(
                AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]), run: AuditRun(verdicts: [verdict])),
            by: author)
        try await other.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: Self.device), by: author)
        #expect(await own.erasures().pending != nil)
        #expect(await own.knownTags().map(\.url) == [Self.url], "nothing has swept yet")

        await erasures.tryAgain()
        #expect(await own.erasures().pending == nil)
        #expect(await own.knownTags().isEmpty)
        #expect(conditions[.erasurePending] == nil)
    }
}
