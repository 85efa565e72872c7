import Chips
import Faults
import Grants
import HubStorage
import Registry
import Storage
import TestBench
import Testing

@Suite(.needsPostgreSQL, .takesTurns) struct `A chip that goes from station to station` {
    private let author = Author(station: "office", actor: "ada")
    private let place: HubPlace
    private let hub: HubRegistry
    private let north: BenchStation
    private let south: BenchStation

    init() async throws {
        place = try await HubPlace()
        hub = try await place.registry(now: Bench.clock())
        try await hub.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        try await hub.record(.batchCreated(try Samples.batch("opening", ["t-1", "t-2", "t-3"])), by: author)
        north = try await BenchStation.joined("north", hub)
        south = try await BenchStation.joined("south", hub)
        try await north.take(hub, 2)
        try await north.write("t-1", chip: 1)
        try await north.send(to: hub)
    }

    private func chip(_ number: Int) throws -> ChipUID {
        try #require(ChipUID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, UInt8(number >> 8), UInt8(number & 255)]))
    }

    private func borrow(_ number: Int, _ station: BenchStation) async throws -> GrantAnswer {
        let grants = try #require(try await station.registry.standing().grants)
        let request = GrantRequest(
            chain: station.chain, number: grants.newestRequest + 1, era: grants.era, chip: try chip(number))
        try await station.record(.grantMoved(.asked(request)))
        return try await hub.answer(request)
    }

    private func lend(_ id: String, chip number: Int, _ station: BenchStation) async throws {
        let tag: TagID = try name(id)
        let request = try #require(try await station.registry.standing().grants?.grant(of: tag))
        try await station.record(
            .grantMoved(
                .returned(
                    GrantEnd(request: request, batch: try name("opening"), tags: [tag], chip: try chip(number)))))
        try await station.send(to: hub)
    }

    private func taken(_ number: Int, _ station: BenchStation) async throws -> Grant {
        guard case .given(let grant, let documents) = try await borrow(number, station) else {
            Issue.record("nothing is lent")
            throw GrantError.notJoined
        }
        try await station.record(.grantMoved(.taken(grant, documents)))
        return grant
    }

    private func proven(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let checks = [
            try await hub.proveTables(), try await north.registry.proveTables(), try await south.registry.proveTables(),
        ]
        for check in checks {
            #expect(check.brokenAt == nil && check.deviations == [], sourceLocation: sourceLocation)
        }
    }

    /// The plan of a tag with another URL, which makes what is written outdated.
    private func revise(_ id: String) async throws -> String {
        let url = Samples.url(of: id) + "&new=1"
        let revised = try Samples.batch("opening", [id]).with([
            Tag(
                id: try name(id), batch: try name("opening"), store: try name("cupertino"), placement: "door",
                medium: .nfc, url: url)
        ])
        try await hub.record(.batchRevised(revised), by: author)
        return url
    }

    private func write(_ id: String, chip number: Int, _ url: String) throws -> TagWrite {
        TagWrite(
            tag: try name(id), batch: try name("opening"), uid: try chip(number), product: "NTAG213", url: url,
            reader: try name("bench 1"))
    }

    private func rewrite(_ id: String, chip number: Int, _ url: String, _ station: BenchStation) async throws {
        let write = try write(id, chip: number, url)
        try await station.record(.writeIntended(write))
        try await station.record(.writeConfirmed(write))
    }

    @Test func `is what the hub says, is rewritten there, and comes back as it is then`() async throws {
        let url = try await revise("t-1")
        #expect(try await borrow(1, south) == .refused(.chipHeld(by: north.chain)))
        #expect(try await borrow(9, south) == .refused(.unknownChip))
        try await lend("t-1", chip: 1, north)
        #expect(try await hub.station(north.chain)?.held == 1)
        let loan = try await taken(1, south)
        #expect(loan.loan?.life == (try await hub.tag(name("t-1"))?.life))
        let tag = try #require(try await south.registry.tag(name("t-1")))
        #expect(tag == (try await hub.tag(name("t-1"))))
        #expect(tag.state == .outdated && tag.url == url && tag.life.writtenURL != url)
        try await proven()

        try await rewrite("t-1", chip: 1, url, south)
        try await south.send(to: hub)
        #expect(try await hub.tag(name("t-1"))?.life == south.registry.tag(name("t-1"))?.life)
        #expect(try await hub.tag(name("t-1"))?.state == .written)
        // Who has it not any more has no right, whatever it knows.
        await #expect(throws: GrantError.self) { try await rewrite("t-1", chip: 1, url, north) }
        try await proven()

        try await south.close(loan)
        try await south.send(to: hub)
        let back = try await taken(1, north)
        #expect(back.loan?.number == 2)
        #expect(try await north.registry.tag(name("t-1")) == hub.tag(name("t-1")))
        try await north.send(to: hub)
        #expect(try await hub.conflicts(withSettled: false, limit: 9) == [])
        try await proven()
    }

    @Test func `that is half written is finished by who borrows it`() async throws {
        try await north.record(.writeIntended(try write("t-2", chip: 2, Samples.url(of: "t-2"))))
        try await lend("t-2", chip: 2, north)
        _ = try await taken(2, south)
        #expect(try await south.registry.tag(name("t-2"))?.state == .unfinished)
        try await rewrite("t-2", chip: 2, Samples.url(of: "t-2"), south)
        try await south.send(to: hub)
        #expect(try await hub.tag(name("t-2"))?.state == .written)
        try await proven()
    }

    @Test func `has its tag on no other chip: the station refuses it, and so does the hub`() async throws {
        try await lend("t-1", chip: 1, north)
        _ = try await taken(1, south)
        let head = try await south.send(to: hub)
        func refuses(_ event: JournalEvent) async throws {
            let error = await #expect(throws: GrantError.self) { try await south.record(event) }
            #expect(error?.code == .tagLent)
            #expect(try await south.head() == head)
        }
        let wrong = JournalEvent.writeIntended(try write("t-1", chip: 5, Samples.url(of: "t-1")))
        try await refuses(wrong)
        try await refuses(.tagReplaced(try Samples.release("t-1")))
        let life = try await hub.tag(name("t-1"))?.life
        var newest = try await south.registry.newestEntry()
        for event in [wrong, .tagReplaced(try Samples.release("t-1"))] {
            let forged = try JournalEntry(of: event, by: south.author, at: .now, after: newest)
            _ = try await hub.take(try south.signed([forged]))
            newest = forged
        }
        #expect(try await hub.tag(name("t-1"))?.life == life)
        #expect(try await hub.conflicts(withSettled: false, limit: 9).count == 2)
    }

    @Test func `that a lost station had borrowed is lent again`() async throws {
        try await lend("t-1", chip: 1, north)
        _ = try await taken(1, south)
        try await south.send(to: hub)
        _ = try await hub.declareLost(try name("south"), reason: "stolen", by: author)
        #expect(try await hub.tag(name("t-1"))?.state == .written)
        #expect(try await taken(1, north).loan?.number == 2)
        try await north.send(to: hub)
        try await proven()
    }
}
