import Faults
import Geodesy
import Registry
import Testing

/// Rows of evidence, kept once.
@Suite(.takesTurns) struct `Evidence` {
    private func sighting(
        _ id: String = "t-1", time: Int64 = 1_795_000_000, device: String? = "aa"
    ) throws -> KeptSighting {
        KeptSighting(
            time: time, url: Samples.url(of: id), uid: try Samples.chip(1),
            place: try Coordinate(latitude: 37.3193, longitude: -122.0293), sigma: 4.5,
            device: device.map(DevicePseudonym.init(hexadecimal:)))
    }

    private func all(_ bench: Bench, since: Int64 = .min, after: Int64 = 0) async throws -> [KeptSighting] {
        let box = Box()
        _ = try await bench.history.sightings(since: since, afterImport: after) { box.append($0) }
        return box.rows
    }

    @Test(arguments: StorageKind.all)
    func `the same row counts once, however often and in whatever file it comes`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let rows = [
            try sighting(), try sighting(time: 1_795_000_001), try sighting("t-2"), try sighting(device: "bb"),
            try sighting(device: nil),
        ]
        let first = try await bench.history.beginImport(.sightings, file: "a.csv")
        #expect(try await bench.history.keep(rows + rows, import: first) == 5)
        try await bench.reopen()
        let second = try await bench.history.beginImport(.sightings, file: "b.csv")
        #expect(second > first)
        #expect(try await bench.history.keep(rows, import: second) == 0)
        #expect(try await Set(all(bench)) == Set(rows))
        #expect(try await all(bench, since: 1_795_000_001) == [rows[1]])
        #expect(try await all(bench, after: first).isEmpty)
    }

    @Test(arguments: StorageKind.all)
    func `confirmations are kept once, too`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let rows = ["inRegion", "notInRegion"].map {
            KeptConfirmation(time: 1_795_000_000, url: "https://example.com/1", outcome: $0, device: nil)
        }
        let number = try await bench.history.beginImport(.confirmations, file: "c.csv")
        #expect(try await bench.history.keep(rows + rows, import: number) == 2)
        #expect(try await bench.history.keep(rows, import: number) == 0)
        let box = Box()
        try await bench.history.confirmations { box.append($0) }
        #expect(Set(box.confirmations) == Set(rows))
    }

    @Test(arguments: StorageKind.all)
    func `an import that never ended is known after a restart, until it is journalled`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let number = try await bench.history.beginImport(.sightings, file: "a.csv")
        _ = try await bench.history.keep([try sighting()], import: number)
        try await bench.reopen()
        let open = try await bench.history.openImports()
        #expect(open.map(\.number) == [number] && open.map(\.rows) == [1] && open.allSatisfy { !$0.isComplete })
        try await bench.record(.evidenceImported(try #require(open.first)))
        #expect(try await bench.history.openImports().isEmpty)
    }

    @Test(arguments: StorageKind.all)
    func `is not taken for an import that has ended, or was never begun`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let number = try await bench.history.beginImport(.sightings, file: "a.csv")
        _ = try await bench.history.keep([try sighting()], import: number)
        let open = try #require(try await bench.history.openImports().first)
        try await bench.record(.evidenceImported(open))
        try await bench.refuses(
            .evidenceImported(open), .contradiction, why: "it has ended, or was never begun")
        let answer = KeptConfirmation(
            time: 1_795_000_000, url: "https://example.com/1", outcome: "inRegion", device: nil)
        for wrong in [number, number + 7] {
            let seen = try await #require(throws: RegistryError.self) {
                _ = try await bench.history.keep([try sighting("t-2")], import: wrong)
            }
            let said = try await #require(throws: RegistryError.self) {
                _ = try await bench.history.keep([answer], import: wrong)
            }
            #expect(seen.code == .contradiction && said.code == .contradiction)
        }
        #expect(try await all(bench).count == 1)
    }

    /// Numbers are given out when imports begin, and these end in any order.
    @Test(arguments: StorageKind.all)
    func `of an import that was open during an audit is news to the next one`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        func audit() async throws {
            try await bench.record(
                .audited(
                    AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
                    run: AuditRun(
                        imports: .upTo(try await bench.history.endedImports()))))
        }
        func end(_ number: Int64) async throws {
            try await bench.record(
                .evidenceImported(
                    EvidenceImport(
                        number: number, kind: .sightings, file: "a.csv", digest: nil, rows: 1, new: 1, badRows: 0,
                        isComplete: true)))
        }
        #expect(try await bench.history.lastAuditedImport() == 0)
        let slow = try await bench.history.beginImport(.sightings, file: "slow.csv")
        let quick = try await bench.history.beginImport(.sightings, file: "quick.csv")
        _ = try await bench.history.keep([try sighting("t-2")], import: quick)
        try await end(quick)
        try await audit()
        let late = try sighting("t-1")
        _ = try await bench.history.keep([late], import: slow)
        try await end(slow)
        #expect(try await all(bench, after: bench.history.lastAuditedImport()).contains(late))
        try await audit()
        #expect(try await bench.history.lastAuditedImport() == quick)
        #expect(try await all(bench, after: bench.history.lastAuditedImport()).isEmpty)
    }

    /// An audit of some files says nothing of what others have brought.
    @Test(arguments: StorageKind.all)
    func `that no audit has read is news, whatever was audited meanwhile`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        func imported(_ kind: EvidenceKind) async throws -> Int64 {
            let number = try await bench.history.beginImport(kind, file: "a.csv")
            try await bench.record(
                .evidenceImported(
                    EvidenceImport(
                        number: number, kind: kind, file: "a.csv", digest: nil, rows: 0, new: 0, badRows: 0,
                        isComplete: true)))
            return number
        }
        func last(behind imports: ReadImports) async throws -> Int64 {
            try await bench.record(
                .audited(
                    AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]), run: AuditRun(imports: imports)))
            return try await bench.history.lastAuditedImport()
        }
        let first = try await imported(.sightings)
        #expect(try await last(behind: .only([first])) == first)
        let unread = try await imported(.sightings)
        let own = try await imported(.sightings)
        #expect(try await last(behind: .only([own])) == first)
        #expect(try await last(behind: .only([])) == first)
        let ended = try await bench.history.endedImports()
        #expect(ended == own)
        // It comes while an audit of what is new reads.
        let late = try await imported(.sightings)
        #expect(try await last(behind: .upTo(ended)) == own)
        let answers = try await imported(.confirmations)
        #expect(try await last(behind: .only([late])) == answers, "every audit reads all confirmations")
        #expect(try await last(behind: .upTo(unread)) == answers, "a slow audit takes nothing back")
        let open = try await bench.history.beginImport(.sightings, file: "b.csv")
        #expect(try await last(behind: .only([open])) == answers, "more rows may come with it")
    }

    @Test(arguments: StorageKind.all)
    func `is forgotten by device, by time, and by both`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let number = try await bench.history.beginImport(.sightings, file: "a.csv")
        let rows = [
            try sighting(time: 1_000, device: "aa"), try sighting(time: 2_000, device: "aa"),
            try sighting(time: 1_000, device: "bb"), try sighting(time: 2_000, device: nil),
        ]
        _ = try await bench.history.keep(rows, import: number)
        let before = Timestamp(milliseconds: 1_500_000)
        let both = try await bench.record(
            .evidenceForgotten(
                Forgetting(cause: .asked, before: before, ofOneDevice: true),
                device: DevicePseudonym(hexadecimal: "aa")))
        #expect(
            both.payload
                == #"{"before":"1970-01-01T00:25:00.000Z","cause":"asked","confirmations":0,"ofOneDevice":true,"sightings":1}"#
        )
        #expect(try await Set(all(bench)) == Set(rows[1...]))
        try await bench.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: DevicePseudonym(hexadecimal: "aa")))
        #expect(try await Set(all(bench)) == Set(rows[2...]))
        // Neither a device nor a moment: nothing is meant.
        try await bench.record(.evidenceForgotten(Forgetting(cause: .asked, before: nil), device: nil))
        #expect(try await all(bench).count == 2)
        #expect(try await bench.history.oldestEvidence() == 1_000)
        try await bench.record(.evidenceForgotten(Forgetting(cause: .expired, before: before), device: nil))
        #expect(try await all(bench) == [rows[3]])
    }

    /// Between a request's look at the phone and its rows another daemon may have been told what to forget.
    @Test(arguments: StorageKind.all)
    func `of a phone is kept while the phone is as the request found it`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let scope = try WalkScope([try #require(StoreID("a"))])
        let token = AccessToken(name: try name("anna"), role: .walk, expires: nil, scope: scope)
        try await bench.record(.tokenCreated(token, digest: "d"))
        let access = try #require(bench.storage as? any RegistryAccess)
        func phone() async throws -> PhoneStanding {
            PhoneStanding(try #require(try await access.tokens().first))
        }
        let number = try await bench.history.beginImport(.sightings, file: "a walk")
        let remark = KeptRemark(
            time: 1_000, url: Samples.url(of: "t-1"), device: DevicePseudonym(hexadecimal: "aa"), note: "torn",
            picture: nil)
        let found = try await phone()
        #expect(try await bench.history.keep([try sighting("t-1")], import: number, from: found) == 1)
        #expect(try await bench.history.keep([remark], from: found) == 1)
        try await bench.record(
            .evidenceForgotten(
                Forgetting(cause: .asked, before: Timestamp(milliseconds: 5_000), phones: .one(token.name)),
                device: nil))
        await #expect(throws: RegistryError.self) {
            try await bench.history.keep([try sighting("t-2")], import: number, from: found)
        }
        await #expect(throws: RegistryError.self) { try await bench.history.keep([remark], from: found) }
        #expect(try await all(bench, after: 0).count == 1)
        #expect(try await bench.history.keep([try sighting("t-2")], import: number, from: phone()) == 1)
        try await bench.record(.tokenRevoked(token))
        await #expect(throws: RegistryError.self) {
            try await bench.history.keep([try sighting("t-3")], import: number, from: found)
        }
    }

    @Test(arguments: StorageKind.all)
    func `has remarks, one for each scan, which go with their rows`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let picture = try ScanPicture(jpeg: Samples.picture)
        func remark(
            on id: String = "t-1", time: Int64 = 1_000, device: String = "aa", _ note: String,
            _ picture: ScanPicture? = nil
        ) -> KeptRemark {
            KeptRemark(
                time: time, url: Samples.url(of: id), device: DevicePseudonym(hexadecimal: device), note: note,
                picture: picture)
        }
        let rows = [
            remark("torn"), remark(device: "bb", "", picture), remark(time: 2_000, "faded"), remark(on: "t-2", "gone"),
        ]
        #expect(try await bench.history.keep(rows) == 4)
        #expect(try await bench.history.keep(rows) == 0)
        #expect(try await bench.history.countPictures() == 1)
        try await bench.reopen()
        let listed = try await bench.history.remarks(on: [Samples.url(of: "t-1")], limit: 9)
        #expect(listed.map(\.note) == ["faded", "", "torn"] && listed.map(\.time) == [2_000, 1_000, 1_000])
        #expect(listed.map(\.pictureSize) == [nil, picture.bytes.count, nil])
        #expect(try await bench.history.remarks(on: nil, limit: 2).count == 2)
        #expect(try await bench.history.remarks(on: [], limit: 2).isEmpty)
        // A finding may name more tags than a statement takes values.
        let many = (1...40_000).map { "https://many.example/\($0)" } + [Samples.url(of: "t-1")]
        #expect(try await bench.history.remarks(on: many, limit: 9) == listed)
        #expect(try await bench.history.picture(ofRemark: listed[1].number) == picture)
        #expect(try await bench.history.picture(ofRemark: listed[0].number) == nil)

        // Said again, otherwise: one stays one; nothing takes it away.
        #expect(try await bench.history.keep([remark("torn off", picture)]) == 1)
        #expect(try await bench.history.keep([remark(on: "t-2", "")]) == 1)
        // The same to a reader's eye and to Swift's strings: another note, and another code.
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let forms = [remark(on: composed, "", picture), remark(on: decomposed, "", picture)]
        #expect(try await bench.history.keep(forms) == 2)
        #expect(try await bench.history.remarks(on: [Samples.url(of: composed)], limit: 9).count == 1)
        #expect(
            try await bench.history.keep([remark(on: composed, composed), remark(on: composed, decomposed)]) == 2)
        #expect(try await bench.history.keep([remark(on: composed, ""), remark(on: decomposed, "")]) == 2)
        #expect(try await bench.history.remarks(on: nil, limit: 9).map(\.note) == ["faded", "", "torn off"])

        let entry = try await bench.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: DevicePseudonym(hexadecimal: "aa")))
        #expect(entry.payload.contains(#""remarks":2"#))
        #expect(try await bench.history.remarks(on: nil, limit: 9).map(\.number) == [listed[1].number])
        try await bench.record(
            .evidenceForgotten(Forgetting(cause: .expired, before: Timestamp(milliseconds: 1_500_000)), device: nil))
        #expect(try await bench.history.remarks(on: nil, limit: 9).isEmpty)
        #expect(try await bench.history.countPictures() == 0)
    }

    @Test(arguments: StorageKind.all)
    func `that is forgotten does not come back with an audit that read it before`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        func audit(_ erasures: Int64?) -> JournalEvent {
            .audited(
                AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
                run: AuditRun(erasures: erasures))
        }
        try await bench.record(audit(0))
        try await bench.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: DevicePseudonym(hexadecimal: "aa")))
        let state = try await bench.history.erasures()
        #expect(state.count == 1 && state.pending != nil)
        try await bench.refuses(audit(0), .contradiction, why: "evidence was erased while it ran")
        try await bench.record([audit(1), audit(nil)])
        #expect(try await bench.history.scrub())
        try await bench.history.endErasure(0)
        #expect(try await bench.history.erasures().pending != nil)
        try await bench.history.endErasure(1)
        #expect(try await bench.history.erasures() == ErasureState(count: 1, pending: nil))
    }

    @Test(arguments: StorageKind.all)
    func `takes the places with it that findings name`(kind: StorageKind) async throws {
        let bench = try await Bench(kind)
        let found = FoundFinding(
            identity: "misplaced", code: "misplaced", severity: "critical", stores: [], tags: ["t-1"], batches: [],
            message: "the code t-1 is at 37.323000, -122.032200", next: "At 37.323000, -122.032200, take it down.",
            evidence: 1_795_000_000)
        try await bench.record(
            .audited(
                AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
                run: AuditRun(findings: [found])))
        try await bench.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: DevicePseudonym(hexadecimal: "aa")))
        let finding = try #require(try await bench.history.finding(1))
        #expect(finding.message == "the code t-1 is at a place that was erased")
        #expect(finding.next == "At a place that was erased, take it down." && finding.state == .new)
    }
}

/// Rows that were handed over.
private final class Box: @unchecked Sendable {
    // Filled by one call and read after it.
    var rows: [KeptSighting] = []
    var confirmations: [KeptConfirmation] = []

    func append(_ more: [KeptSighting]) { rows += more }
    func append(_ more: [KeptConfirmation]) { confirmations += more }
}
