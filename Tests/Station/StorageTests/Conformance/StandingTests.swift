import Chips
import Faults
import Grants
import Registry
import Testing

/// A station under a hub: what its storage takes, what it refuses, and what it still knows when it is opened again.
@Suite struct `A station under a hub` {
    private let chain = ChainName(bits: 1)
    private let era = Era(bits: 7)

    private struct Station {
        let bench: Bench
        var standing: StationStanding {
            get async throws { try await #require(bench.storage as? any StandingStorage).standing() }
        }

        var grants: StationGrants { get async throws { try #require(try await standing.grants) } }

        func refuses(
            _ event: JournalEvent, _ code: GrantFaultCode, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let before = try await Everything(bench.storage)
            let error = try await #require(throws: GrantError.self, sourceLocation: sourceLocation) {
                try await bench.record(event)
            }
            #expect(error.code == code, sourceLocation: sourceLocation)
            #expect(try await Everything(bench.storage) == before, sourceLocation: sourceLocation)
        }
    }

    private func membership(_ chain: Int, former: Int? = nil) throws -> HubMembership {
        HubMembership(
            hub: "https://hub.example", name: try name("berlin"), chain: ChainName(bits: UInt128(chain)), era: era,
            former: former.map { ChainName(bits: UInt128($0)) })
    }

    private func batch(_ tags: [String], text: String = "1") throws -> Batch {
        Batch(
            name: try name("opening"), template: nil,
            tags: try tags.map {
                Tag(
                    id: try name($0), batch: try name("opening"), store: try name("cupertino"), placement: "door",
                    medium: .nfc, url: "https://example.com/\($0)/\(text)")
            })
    }

    private func documents(_ tags: [String], text: String = "1") throws -> HubDocuments {
        HubDocuments(
            stores: [Store(id: try name("cupertino"), name: "Cupertino", region: nil)],
            batches: [try batch(tags, text: text)])
    }

    private func take(_ tags: [String], request: Int = 1, of station: Station) async throws {
        try await station.bench.record([
            .grantMoved(
                .asked(
                    GrantRequest(
                        chain: chain, number: request, era: era, batch: try name("opening"), count: tags.count))),
            .grantMoved(
                .taken(
                    Grant(
                        chain: chain, request: request, era: era, batch: try name("opening"),
                        tags: try tags.map { try name($0) }), try documents(tags))),
        ])
    }

    private func end(_ tags: String..., request: Int = 1) throws -> GrantEnd {
        GrantEnd(request: request, batch: try name("opening"), tags: try tags.map { try name($0) })
    }

    private func write(_ tag: String, _ uid: String) throws -> JournalEvent {
        .writeIntended(
            TagWrite(
                tag: try name(tag), batch: try name("opening"), uid: try #require(ChipUID(uid)), product: "NTAG213",
                url: "https://example.com/\(tag)/1", reader: try name("r")))
    }

    private func joined(_ kind: StorageKind) async throws -> Station {
        let station = Station(bench: try await Bench(kind))
        try await station.bench.record(.hubJoined(try membership(1)))
        return station
    }

    @Test(arguments: StorageKind.ofStations)
    func `has the tags that it holds, and writes no other`(kind: StorageKind) async throws {
        let station = try await joined(kind)
        try await take(["a", "b", "c"], of: station)
        #expect(try await station.bench.storage.tags().map(\.id.text) == ["a", "b", "c"])
        try await station.bench.record(try write("a", "04A1B2C3D4E580"))
        try await station.refuses(try write("d", "04A1B2C3D4E581"), .tagNotHeld)
        // What a chip may have does not go back; what is only planned does, and is not written any more.
        try await station.refuses(.grantMoved(.returned(try end("a"))), .tagWritten)
        try await station.bench.record(.grantMoved(.returned(try end("b"))))
        try await station.refuses(try write("b", "04A1B2C3D4E582"), .tagNotHeld)
        try await station.bench.record(.grantMoved(.closed(try end("c"))))
        #expect(try await station.bench.storage.tags().map(\.id.text) == ["a"])
        try await station.refuses(
            .tagReplaced(TagRelease(tag: try name("a"), uid: nil, reason: "torn")), .tagNotHeld)
        let check = try await station.bench.storage.proveTables()
        #expect(check.brokenAt == nil && check.deviations == [])
    }

    @Test(arguments: StorageKind.ofStations)
    func `knows what it holds when it is opened again`(kind: StorageKind) async throws {
        let station = try await joined(kind)
        try await take(["a", "b", "c"], of: station)
        try await station.bench.record([try write("a", "04A1B2C3D4E580"), .grantMoved(.returned(try end("b")))])
        let before = try await station.standing
        try await station.bench.reopen()
        #expect(try await station.standing == before)
        let held = try #require(try await station.grants.held[1])
        #expect(held.planned.map(\.text) == ["c"])
        #expect(held.written.map(\.text) == ["a"])
    }

    @Test(arguments: StorageKind.ofStations)
    func `leaves to the hub what the hub decides`(kind: StorageKind) async throws {
        let station = try await joined(kind)
        try await take(["a"], of: station)
        let other = Store(id: try name("sf"), name: "SF", region: nil)
        try await station.refuses(.storesImported([other], file: "s.csv"), .hubOwned)
        try await station.refuses(.batchCreated(try batch(["x"])), .hubOwned)
        try await station.refuses(.batchRevised(try batch(["a"], text: "2")), .hubOwned)
        try await station.refuses(.hubJoined(try membership(2)), .alreadyJoined)
        // With a new plan from the hub what is written becomes outdated; an unknown tag is not taken by it.
        try await station.bench.record([
            try write("a", "04A1B2C3D4E580"),
            .writeConfirmed(
                TagWrite(
                    tag: try name("a"), batch: try name("opening"), uid: try #require(ChipUID("04A1B2C3D4E580")),
                    product: "NTAG213", url: "https://example.com/a/1", reader: try name("r"))),
            .documentsReceived(try documents(["a", "z"], text: "2")),
        ])
        #expect(try await station.bench.state("a") == .outdated)
        #expect(try await station.bench.storage.tag(name("z")) == nil)
    }

    private func lent(_ tag: String, on uid: String, url: String, request: Int) throws -> [JournalEvent] {
        let chip = try #require(ChipUID(uid))
        let life = TagLife(state: .outdated, uid: chip, product: "NTAG213", writtenURL: url)
        let plan = Tag(
            id: try name(tag), batch: try name("opening"), store: try name("cupertino"), placement: "door",
            medium: .nfc, url: "https://example.com/\(tag)/1", life: life)
        let grant = Grant(
            chain: chain, request: request, era: era, batch: plan.batch, tags: [plan.id],
            loan: Grant.Loan(of: chip, number: 1, life: life))
        let documents = HubDocuments(
            stores: [Store(id: try name("cupertino"), name: "Cupertino", region: nil)],
            batches: [try batch([]).with([plan])])
        return [
            .grantMoved(.asked(GrantRequest(chain: chain, number: request, era: era, chip: chip))),
            .grantMoved(.taken(grant, documents)),
        ]
    }

    @Test(arguments: StorageKind.ofStations)
    func `borrows the tag of a chip, and writes it to that chip alone`(kind: StorageKind) async throws {
        let station = try await joined(kind)
        let (own, strange) = ("04A1B2C3D4E580", "04A1B2C3D4E581")
        try await station.bench.record(try lent("a", on: own, url: "https://example.com/a/0", request: 1))
        #expect(try await station.bench.state("a") == .outdated)
        try await station.refuses(try write("a", strange), .tagLent)
        try await station.refuses(.tagReplaced(TagRelease(tag: try name("a"), uid: nil, reason: "torn")), .tagLent)
        try await station.bench.reopen()
        try await station.refuses(try write("a", strange), .tagLent)
        try await station.bench.record(try write("a", own))
        #expect(try await station.bench.state("a") == .unfinished)
        #expect(try await station.bench.storage.proveTables().deviations == [])

        // Given back it stays on the chip, and others may write it: what comes again is what it is then.
        try await station.bench.record(.grantMoved(.closed(try end())))
        try await station.refuses(try write("a", own), .tagNotHeld)
        try await station.bench.record(try lent("a", on: own, url: "https://example.com/a/2", request: 2))
        #expect(try await station.bench.storage.tag(name("a"))?.writtenURL == "https://example.com/a/2")
        #expect(try await station.bench.storage.proveTables().deviations == [])
        try await station.bench.reopen()
        #expect(try await station.grants.chip(lentFor: name("a"))?.hexadecimal == own)
    }

    @Test(arguments: StorageKind.ofStations)
    func `passes a tag on that is on a chip, and no other`(kind: StorageKind) async throws {
        let station = try await joined(kind)
        try await take(["a", "b"], of: station)
        let uid = try #require(ChipUID("04A1B2C3D4E580"))
        func pass(_ tag: String) throws -> JournalEvent {
            .grantMoved(
                .returned(GrantEnd(request: 1, batch: try name("opening"), tags: [try name(tag)], chip: uid)))
        }
        try await station.refuses(try pass("a"), .tagNotWritten)
        try await station.bench.record([try write("a", uid.hexadecimal), try write("b", "04A1B2C3D4E581")])
        try await station.bench.refuses(
            try pass("b"), .contradiction, why: "it is not on chip 04A1B2C3D4E580, or is retired")
        try await station.bench.record(try pass("a"))
        #expect(try await station.bench.storage.tag(onChip: uid)?.id.text == "a")
        try await station.refuses(try write("a", uid.hexadecimal), .tagNotHeld)
        try await station.bench.reopen()
        #expect(try await station.grants.held[1]?.written.map(\.text) == ["b"])
        #expect(try await station.bench.storage.proveTables().deviations == [])
    }

    @Test(arguments: StorageKind.ofStations)
    func `takes no answer that contradicts what it knows of a chip`(kind: StorageKind) async throws {
        let station = try await joined(kind)
        try await take(["b"], of: station)
        try await station.bench.record(try write("b", "04A1B2C3D4E580"))
        let events = try lent("a", on: "04A1B2C3D4E580", url: "https://example.com/a/0", request: 2)
        try await station.bench.record(events[0])
        try await station.bench.refuses(
            events[1], .contradiction,
            why: "the hub has tag a on chip 04A1B2C3D4E580, and this station has tag b on it")
        try await station.bench.record(
            .grantMoved(
                .declined(
                    GrantEnd(
                        request: 2, batch: try name("chip 04A1B2C3D4E580"),
                        refusal: LoanRefusal(.contradiction)))))
        try await station.bench.reopen()
        #expect(try await station.grants.refusals.values.map(\.code) == [.contradiction])
    }

    @Test(arguments: StorageKind.ofStations)
    func `takes the answer to an open request, once, in its era`(kind: StorageKind) async throws {
        let station = try await joined(kind)
        let grant = Grant(chain: chain, request: 1, era: era, batch: try name("opening"), tags: [try name("a")])
        try await station.refuses(.grantMoved(.taken(grant, try documents(["a"]))), .unknownGrant)
        try await take(["a"], of: station)
        try await station.refuses(.grantMoved(.taken(grant, try documents(["a"]))), .unknownGrant)
        try await station.bench.record([
            .grantMoved(
                .asked(GrantRequest(chain: chain, number: 2, era: era, batch: try name("opening"), count: 1))),
            .grantMoved(.eraAdopted(EraAdoption(Era(bits: 8)))),
        ])
        let late = Grant(chain: chain, request: 2, era: era, batch: try name("opening"), tags: [try name("b")])
        try await station.refuses(.grantMoved(.taken(late, try documents(["b"]))), .unknownGrant)
        // What is held stays held.
        try await station.bench.record(try write("a", "04A1B2C3D4E580"))
    }

    @Test(arguments: StorageKind.ofStations)
    func `that has left writes nothing until it joins as another chain`(kind: StorageKind) async throws {
        let station = try await joined(kind)
        try await take(["a", "b"], of: station)
        try await station.bench.record([
            try write("a", "04A1B2C3D4E580"),
            .hubLeft(HubDeparture(reason: "moved", released: [try end("b")])),
        ])
        #expect(try await station.bench.storage.tags().map(\.id.text) == ["a"])
        try await station.refuses(try write("a", "04A1B2C3D4E580"), .chainEnded)
        try await station.refuses(.batchCreated(try batch(["x"])), .hubOwned)
        try await station.refuses(.hubJoined(try membership(1, former: 1)), .alreadyJoined)
        try await station.refuses(.hubJoined(try membership(2)), .alreadyJoined)
        try await station.bench.record(.hubJoined(try membership(2, former: 1)))
        try await station.refuses(try write("a", "04A1B2C3D4E580"), .tagNotHeld)
        #expect(try await station.grants.held.isEmpty)
    }

    @Test(arguments: StorageKind.ofStations)
    func `has no batches of its own when it joins, and a station alone takes nothing of a hub`(
        kind: StorageKind
    ) async throws {
        let station = Station(bench: try await Bench(kind))
        try await station.refuses(.grantMoved(.eraAdopted(EraAdoption(era))), .notJoined)
        try await station.refuses(.documentsReceived(HubDocuments()), .notJoined)
        try await station.refuses(.hubLeft(HubDeparture(reason: "", released: [])), .notJoined)
        try await station.refuses(.hubMoved(.eraBegun(EraBeginning(era: era, reason: "x"))), .notHub)
        try await station.bench.record([
            .storesImported([Store(id: try name("cupertino"), name: "Cupertino", region: nil)], file: "s.csv"),
            .batchCreated(try batch(["x"])),
        ])
        try await station.bench.refuses(
            .hubJoined(try membership(1)), .contradiction,
            why: "it has batches of its own (opening), which the hub does not know")
    }
}
