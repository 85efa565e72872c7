import Audit
import Chips
import Geodesy
import Registry
import Storage
import TestBench
import Testing

/// What is judged in parts, and what its parts cannot know of each other. That an audit behind them says what an audit of every
/// row says, `An audit of what is new` proves.
@Suite struct `An audit in parts` {
    private struct Place {
        let open: StorageKind.Opener
        var history: RandomHistory
        var registry: any RegistryStorage & RegistryHistory { history.registry }

        init(_ kind: StorageKind) async throws {
            open = try await kind.makePlace()
            let registry = try #require(try await open({ Timestamp.now }) as? any RegistryStorage & RegistryHistory)
            history = try await RandomHistory(registry, seed: 7)
        }

        /// Seen ten times within its store.
        func see(_ url: String, at store: Store, on uid: ChipUID? = nil) async throws {
            let centre = try #require(store.region?.centre)
            let rows = (0..<10).map { number in
                KeptSighting(
                    time: history.clock - Int64(number) * 86_400, url: url, uid: uid, place: centre, sigma: 4,
                    device: nil)
            }
            let number = try await registry.beginImport(.sightings, file: "walk.csv")
            _ = try await registry.keep(rows, import: number)
            let summary = EvidenceImport(
                number: number, kind: .sightings, file: "walk.csv", digest: "d", rows: 10, new: 10, badRows: 0,
                isComplete: true)
            try await registry.record(.evidenceImported(summary), by: Author(station: "bench-1", actor: "alice"))
        }

        /// Judges all parts, and what is left behind them.
        func audit(parts count: Int, watching: Set<String> = []) async throws -> (HistoryAudit.Reading, AuditOutcome) {
            try await registry.foldEvidence { _ in }
            let tables = PreparedScope(try await registry.scope())
            var mark = try await registry.beginJudging()
            let parts = PartAudit(tables, now: history.now, watching: watching)
            for number in 0..<count {
                let part = EvidencePart(number: number, count: count)
                let judged = try await registry.readEvidence { [mark] in try parts.judge(part, of: $0, by: mark) }
                _ = try await registry.keepVerdicts(of: AuditRun(verdicts: try #require(judged).verdicts))
                try await registry.settle(try #require(judged).settling)
            }
            #expect(try await registry.endParts(by: mark))
            mark = try await registry.beginJudging()
            #expect(mark.isCurrent)
            let audit = HistoryAudit(tables, rules: AuditRules(now: history.now))
            let reading = try await registry.readEvidence { [mark] in try audit.read($0, since: mark) }
            return (reading, audit.conclude(reading).outcome)
        }
    }

    /// A tag that is planned at a store with a region.
    private func tag(_ place: Place) async throws -> (Registry.Tag, Store) {
        let stores = try await place.registry.stores()
        let tags = try await place.registry.tags()
        let found = tags.lazy.compactMap { tag in
            stores.first { $0.id == tag.store && $0.region != nil }.map { (tag, $0) }
        }.first
        return try #require(found)
    }

    @Test(arguments: StorageKind.settling)
    func `finds a tag's identifier on chips of several parts`(kind: StorageKind) async throws {
        let place = try await Place(kind)
        let (tag, store) = try await tag(place)
        try await place.see(tag.url, at: store, on: ChipUID("04A1B2C3D4E500"))
        try await place.see(tag.url + "&utm=1", at: store, on: ChipUID("04A1B2C3D4E501"))
        for parts in [1, 16] {
            let (reading, outcome) = try await place.audit(parts: parts)
            #expect(reading.judgedContents == 2)
            #expect(outcome.findings.map(\.code).contains(.cloned), "\(parts) parts")
        }
    }

    @Test(arguments: StorageKind.settling)
    func `judges a chip again whose URLs are in several parts`(kind: StorageKind) async throws {
        let place = try await Place(kind)
        let (tag, store) = try await tag(place)
        try await place.see(tag.url, at: store, on: ChipUID("04A1B2C3D4E500"))
        try await place.see(tag.url + "&utm=1", at: store, on: ChipUID("04A1B2C3D4E500"))
        #expect(try await place.audit(parts: 16).0.judgedContents == 2)
    }

    @Test(arguments: StorageKind.settling)
    func `settles what is fine, but for tags that findings name`(kind: StorageKind) async throws {
        let place = try await Place(kind)
        let (tag, store) = try await tag(place)
        try await place.see(tag.url, at: store)
        let (watched, _) = try await place.audit(parts: 3, watching: [tag.id.text])
        #expect(watched.judgedContents == 1 && watched.settledContents == 0)
        let (settled, outcome) = try await place.audit(parts: 3)
        #expect(settled.judgedContents == 0 && settled.settledContents == 1)
        #expect(outcome.report().summary.inside == 1)
        #expect(try await place.registry.lastLooks(at: [tag.url]).map(\.verdict) == ["inside"])
    }

    /// An audit of so many contents never takes more than it is given, and none where everything fits at once.
    @Test func `has as many parts as memory asks for`() {
        #expect(EvidencePart.all(contents: 1_000_000, memory: 4 << 30).count == 1)
        #expect(EvidencePart.all(contents: 0, memory: 1).count == 1)
        #expect(EvidencePart.all(contents: 1_000_000, memory: 512 << 20).count == 4)
        #expect(EvidencePart.all(contents: 10, memory: 0).map(\.number) == Array(0..<10))
    }
}
