import Audit
import Chips
import Geodesy
import Registry
import Storage
import TestBench
import Testing

/// What is judged in parts, and what its parts cannot know of each other. That an audit behind them says what an audit of every
/// row says, `An audit of what is new` proves.
@Suite(.takesTurns) struct `An audit in parts` {
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
        func see(
            _ url: String, at store: Store, on uid: ChipUID? = nil, by device: DevicePseudonym? = nil
        ) async throws {
            let centre = try #require(store.region?.centre)
            let rows = (0..<10).map { number in
                KeptSighting(
                    time: history.clock - Int64(number) * 86_400, url: url, uid: uid, place: centre, sigma: 4,
                    device: device)
            }
            let number = try await registry.beginImport(.sightings, file: "walk.csv")
            _ = try await registry.keep(rows, import: number)
            let summary = EvidenceImport(
                number: number, kind: .sightings, file: "walk.csv", digest: "d", rows: 10, new: 10, badRows: 0,
                isComplete: true)
            try await registry.record(.evidenceImported(summary), by: Author(station: "bench-1", actor: "alice"))
        }

        /// Judges all parts, and what is left behind them.
        func audit(
            parts count: Int, watching: Set<String> = [], withPlan: Bool = true
        ) async throws -> (HistoryAudit.Reading, AuditOutcome) {
            try await registry.foldEvidence { _ in }
            let scope = try await registry.scope()
            let unplanned = AuditScope(
                stores: scope.stores, experiences: scope.experiences, storeTemplates: scope.templates, tags: nil)
            let tables = PreparedScope(withPlan ? scope : unplanned)
            var mark = try await registry.beginJudging()
            let parts = PartAudit(tables, now: history.now, watching: watching)
            for number in 0..<count {
                let part = EvidencePart(number: number, count: count)
                let judged = try await registry.readEvidence { [mark] in try parts.judge(part, of: $0, by: mark) }
                _ = try await registry.keepVerdicts(of: AuditRun(verdicts: try #require(judged).verdicts))
                try await registry.settle(try #require(judged).settling)
            }
            let shared = try await registry.readEvidence { try $0.sharedContents }
            #expect(try await registry.endParts(noting: shared, by: mark))
            mark = try await registry.beginJudging()
            #expect(mark.isCurrent)
            let audit = HistoryAudit(tables, rules: AuditRules(now: history.now), watching: watching)
            let reading = try await registry.readEvidence { [mark] in try audit.read($0, since: mark) }
            return (reading, audit.conclude(reading).outcome)
        }
    }

    private func stores(_ place: Place) async throws -> [Store] {
        try await place.registry.stores().filter { $0.region != nil }
    }

    @Test(arguments: StorageKind.settling)
    func `finds an identifier on chips of several parts`(kind: StorageKind) async throws {
        let place = try await Place(kind)
        for (store, uid) in zip(try await stores(place), ["04A1B2C3D4E500", "04A1B2C3D4E501"]) {
            try await place.see("https://example.com/store/\(store.id)?tag=one", at: store, on: ChipUID(uid))
        }
        for parts in [1, 64] {
            let (reading, outcome) = try await place.audit(parts: parts, withPlan: false)
            #expect(reading.judgedContents == 2, "\(parts) parts")
            #expect(outcome.findings.map(\.code).contains(.cloned), "\(parts) parts")
        }
    }

    @Test(arguments: StorageKind.settling)
    func `judges a chip again whose URLs are in several parts, and no other`(kind: StorageKind) async throws {
        let place = try await Place(kind)
        let tags = try await place.registry.tags()
        var seen = 0
        for store in try await stores(place) {
            for tag in tags.filter({ $0.store == store.id }).prefix(2) {
                // One chip for the first two of them, and one for each other.
                try await place.see(tag.url, at: store, on: ChipUID("04A1B2C3D4E5\(max(1, seen) + 10)"))
                seen += 1
            }
        }
        let (reading, _) = try await place.audit(parts: 64)
        #expect(reading.judgedContents == 2 && reading.settledContents == seen - 2 && seen > 3)
    }

    @Test(arguments: StorageKind.settling)
    func `settles what is fine, but for tags that findings name`(kind: StorageKind) async throws {
        let place = try await Place(kind)
        let store = try #require(try await stores(place).first)
        let tag = try #require(try await place.registry.tags().first { $0.store == store.id })
        try await place.see(tag.url, at: store)
        let (watched, _) = try await place.audit(parts: 3, watching: [tag.id.text])
        #expect(watched.judgedContents == 1 && watched.settledContents == 0)
        let (settled, outcome) = try await place.audit(parts: 3)
        #expect(settled.judgedContents == 0 && settled.settledContents == 1)
        #expect(outcome.report().summary.inside == 1)
        #expect(try await place.registry.lastLooks(at: [tag.url]).map(\.verdict) == ["inside"])
    }

    /// What a part says without it would be settled.
    @Test(arguments: StorageKind.settling)
    func `judges none while evidence waits to be folded again`(kind: StorageKind) async throws {
        let place = try await Place(kind)
        let store = try #require(try await stores(place).first)
        let tag = try #require(try await place.registry.tags().first { $0.store == store.id })
        let device = DevicePseudonym([0xAB])
        try await place.see(tag.url, at: store)
        try await place.see(tag.url, at: store, by: device)
        try await place.registry.foldEvidence { _ in }
        let audit = PartAudit(
            PreparedScope(try await place.registry.scope()), now: place.history.now, watching: [])
        let part = EvidencePart(number: 0, count: 1)
        let mark = try await place.registry.beginJudging()
        try await place.registry.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: device),
            by: Author(station: "bench-1", actor: "alice"))
        #expect(try await place.registry.readEvidence { try audit.judge(part, of: $0, by: mark) == nil })
        try await place.registry.foldEvidence { _ in }
        let judged = try await place.registry.readEvidence { try audit.judge(part, of: $0, by: mark) }
        #expect(judged?.settling.settled.map(\.sightings) == [10])
    }

    /// An audit of so many contents never takes more than it is given, and none where everything fits at once.
    @Test func `has as many parts as memory asks for`() {
        #expect(EvidencePart.all(contents: 1_000_000, memory: 4 << 30).count == 1)
        #expect(EvidencePart.all(contents: 0, memory: 1).count == 1)
        #expect(EvidencePart.all(contents: 1_000_000, memory: 512 << 20).count == 4)
        #expect(EvidencePart.all(contents: 10, memory: 0).map(\.number) == Array(0..<10))
    }
}
