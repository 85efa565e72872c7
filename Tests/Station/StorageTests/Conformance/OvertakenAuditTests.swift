import Audit
import Geodesy
import Registry
import TestBench
import Testing

/// What an audit of everything has read changes before it puts away what it came to.
@Suite(.takesTurns) struct `An audit that is overtaken` {
    private static let url = Samples.url(of: "t-1")
    private static let device = DevicePseudonym(hexadecimal: "aa")

    /// A registry with one store, its tags, and what is seen of the first of them.
    private struct Place {
        let bench: Bench
        var history: any RegistryStorage & RegistryHistory

        init(_ kind: StorageKind) async throws {
            bench = try await Bench(kind)
            history = try #require(bench.storage as? any RegistryStorage & RegistryHistory)
            try await bench.record([
                .storesImported([try Samples.store("cupertino")], file: "stores.csv"),
                .experiencesImported([try Samples.experience("https://example.com/store")], file: "e.csv"),
                .batchCreated(try Samples.batch("opening", ["t-1", "t-2"])),
            ])
        }

        func see(_ time: Int64) async throws {
            let number = try await history.beginImport(.sightings, file: "walk-\(time).csv")
            let seen = KeptSighting(
                time: time, url: url, uid: nil, place: try Coordinate(latitude: 37.3193, longitude: -122.0293),
                sigma: 4.5, device: device)
            #expect(try await history.keep([seen], import: number) == 1)
        }

        /// Phones refuse that tag.
        func refuse(_ time: Int64) async throws {
            let number = try await history.beginImport(.confirmations, file: "answers.csv")
            let answers = (0..<6).map { answer in
                KeptConfirmation(
                    time: time + Int64(answer) * 700, url: url,
                    outcome: Confirmation.Outcome.notInRegion.rawValue, device: DevicePseudonym([UInt8(answer)]))
            }
            #expect(try await history.keep(answers, import: number) == 6)
        }

        /// Reads everything, and is about to end.
        func begin() async throws -> Running {
            try await history.foldEvidence { _ in }
            let mark = try await history.beginJudging()
            let known = try await history.findings(in: [.new, .stillThere, .accepted])
            let audit = HistoryAudit(
                PreparedScope(try await history.scope()),
                rules: AuditRules(now: Timestamp(milliseconds: 1_795_100_000_000)), watching: [])
            let reading = try await history.readEvidence { try audit.read($0, since: mark) }
            let (outcome, settling) = audit.conclude(reading)
            let run = outcome.run(
                batch: nil, knownBefore: Dictionary(uniqueKeysWithValues: known.map { ($0.number, $0.lastFound) }))
            return Running(reading: reading, report: outcome.report(), settling: try #require(settling), run: run)
        }

        func audit() async throws -> Running {
            let running = try await begin()
            try await history.settle(running.settling)
            return running
        }
    }

    private struct Running {
        let reading: HistoryAudit.Reading
        let report: AuditReport
        let settling: Settling
        let run: AuditRun

        var event: JournalEvent {
            .audited(AuditRecord(batch: nil, sightings: 0, badRows: 0, findings: [:]), run: run)
        }
    }

    @Test(arguments: StorageKind.settling)
    func `settles nothing at a store that was moved meanwhile`(kind: StorageKind) async throws {
        let place = try await Place(kind)
        try await place.see(1_795_000_000)
        let running = try await place.begin()
        #expect(running.report.summary.inside == 1)
        let far = try Region(centre: Coordinate(latitude: 37.4, longitude: -122.0293), radius: 100)
        let store = Store(id: try name("cupertino"), name: "Store cupertino", region: far)
        try await place.bench.record(.storesImported([store], file: "stores.csv"))
        try await place.history.settle(running.settling)
        let next = try await place.audit()
        #expect(next.reading.judgedContents == 1 && next.report.summary.inside == 0)
        #expect(next.report.summary.outside == 1)
    }

    @Test(arguments: StorageKind.settling)
    func `leaves what a later audit has settled`(kind: StorageKind) async throws {
        let place = try await Place(kind)
        try await place.see(1_795_000_000)
        let older = try await place.begin()
        try await place.see(1_795_050_000)
        #expect(try await place.audit().report.summary.sightings == 2)
        try await place.history.settle(older.settling)
        let next = try await place.audit()
        #expect(next.reading.settledContents == 1 && next.report.summary.sightings == 2)
    }

    @Test(arguments: StorageKind.settling, [false, true])
    func `settles nothing of which the last row was erased`(kind: StorageKind, isAudited: Bool) async throws {
        let place = try await Place(kind)
        try await place.see(1_795_000_000)
        let running = try await place.begin()
        try await place.bench.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: Self.device))
        #expect(try await place.history.scrub())
        // Another one finds that there is nothing, and takes its notes of it away.
        if isAudited { _ = try await place.audit() }
        try await place.history.settle(running.settling)
        let next = try await place.audit()
        #expect(next.reading.settledContents == 0 && next.report.summary.sightings == 0)
    }

    @Test(arguments: StorageKind.settling)
    func `does not end what customers' answers have shown meanwhile`(kind: StorageKind) async throws {
        let place = try await Place(kind)
        let older = try await place.begin()
        try await place.refuse(1_795_000_000)
        let newer = try await place.begin()
        try await place.bench.record([newer.event, older.event])
        let finding = try #require(try await place.history.finding(1))
        #expect(finding.code == "customer-refused" && finding.state == .new)
        // The next one has the same answers, and knows of it.
        try await place.bench.record(try await place.begin().event)
        #expect(try await place.history.finding(1)?.state == .stillThere)
    }

    /// A station that is away has written the chip, or its write has not ended, and customers' answers come before.
    @Test(arguments: StorageKind.settling, [false, true])
    func `settles nothing that a chip may turn out to show`(kind: StorageKind, isBegun: Bool) async throws {
        let place = try await Place(kind)
        let url = "https://example.com/store/cupertino?tag=m-1&n=000000"
        let tag = Registry.Tag(
            id: try name("m-1"), batch: try name("mirrors"), store: try name("cupertino"), placement: "counter",
            medium: .nfc, url: url)
        try await place.bench.record(
            .batchCreated(
                Batch(
                    name: tag.batch, template: "https://example.com/store/{store}{?tag,n}", tags: [tag],
                    rules: BatchRules(mirror: .counter))))
        let number = try await place.history.beginImport(.confirmations, file: "answers.csv")
        let answers = (0..<12).map { answer in
            KeptConfirmation(
                time: 1_795_000_000 + Int64(answer) * 700,
                url: url.dropLast(6) + "0000\(answer + 10)", outcome: Confirmation.Outcome.notInRegion.rawValue,
                device: DevicePseudonym([UInt8(answer)]))
        }
        #expect(try await place.history.keep(answers, import: number) == 12)
        let write = TagWrite(
            tag: tag.id, batch: tag.batch, uid: try Samples.chip(1), product: "NTAG213", url: url,
            reader: try name("bench 1"), mirror: .counter)
        if isBegun { try await place.bench.record(.writeIntended(write)) }
        #expect(try await place.audit().report.findings.isEmpty)
        try await place.bench.record([.writeIntended(write), .writeConfirmed(write)])
        let next = try await place.audit()
        #expect(next.reading.judgedContents == 12)
        #expect(next.report.findings.map(\.code.rawValue) == ["customer-refused"])
    }
}
