import Faults
import Grants
import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

@Suite(.needsPostgreSQL, .takesTurns) struct `A station of a hub` {
    private let author = Author(station: "office", actor: "ada")

    /// The database goes with the last reference.
    private let place: HubPlace
    private let hub: HubRegistry

    init() async throws {
        place = try await HubPlace()
        hub = try await place.registry(now: Bench.clock())
        try await hub.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        try await hub.record(.batchCreated(try Samples.batch("opening", (1...6).map { "t-\($0)" })), by: author)
    }

    /// The tables are what all chains together say.
    private func proven(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let check = try await hub.proveTables()
        #expect(check.brokenAt == nil, sourceLocation: sourceLocation)
        #expect(check.deviations == [], sourceLocation: sourceLocation)
        #expect(check.unproven == [], sourceLocation: sourceLocation)
    }

    @Test func `takes tags along, writes them, and the hub has what was done`() async throws {
        let station = try await BenchStation.joined("north", hub)
        let grant = try await station.take(hub, 3)
        #expect(grant.tags.map(\.text) == ["t-1", "t-2", "t-3"])
        try await station.write("t-1", chip: 1)
        try await station.record(.writeIntended(try Samples.write("t-2", chip: 2)))
        let head = try await station.send(to: hub)
        #expect(try await station.head() == head)
        #expect(try await hub.tag(name("t-1"))?.life == station.registry.tag(name("t-1"))?.life)
        #expect(try await hub.tag(name("t-2"))?.state == .unfinished)
        let known = try #require(try await hub.station(station.chain))
        #expect((known.held, known.planned, known.head) == (3, 1, head))
        #expect(try await hub.conflicts(withSettled: false, limit: 10) == [])

        let other = try await BenchStation.joined("south", hub)
        #expect(try await other.take(hub, 9).tags.map(\.text) == ["t-4", "t-5", "t-6"])
        #expect(try await other.ask(hub, "opening", 1) == .refused(.nothingFree))
        try await station.close(grant)
        try await station.send(to: hub)
        #expect(try await other.take(hub, 9).tags.map(\.text) == ["t-3"])
        #expect(
            try await hub.documents(heldBy: other.chain).batches.first?.tags.map(\.id.text) == [
                "t-3", "t-4", "t-5", "t-6",
            ])
        try await other.write("t-3", chip: 3)
        try await other.send(to: hub)
        try await proven()
    }

    @Test func `sends the same again, too much, and late, and each entry is kept once`() async throws {
        let station = try await BenchStation.joined("north", hub)
        try await station.take(hub, 3)
        try await station.write("t-1", chip: 1)
        let early = try await station.upload(after: 0, upTo: 2)
        let all = try await station.upload(after: 0)
        _ = try await hub.take(early)
        let state = try await Everything(hub)
        _ = try await hub.take(early)
        #expect(try await Everything(hub) == state)
        let head = try await hub.take(all)
        let after = try await Everything(hub)
        for upload in [early, all, try await station.upload(after: 1)] {
            #expect(try await hub.take(upload) == head)
            #expect(try await Everything(hub) == after)
        }
        let gap = try await station.upload(after: 1)
        let other = try await BenchStation.joined("south", hub)
        await #expect(throws: GrantError.self) { try await hub.take(try other.signed(gap.entries)) }
        try await proven()
    }

    @Test func `that forges, forks or is not known is refused, and nothing is kept`() async throws {
        let station = try await BenchStation.joined("north", hub)
        try await station.take(hub, 3)
        try await station.send(to: hub)
        try await station.write("t-1", chip: 1)
        let upload = try await station.upload(after: try #require(try await hub.station(station.chain)?.head?.sequence))
        let before = try await Everything(hub)
        func refuses(_ upload: ChainUpload, _ code: GrantFaultCode) async throws {
            let error = await #expect(throws: GrantError.self) { try await hub.take(upload) }
            #expect(error?.code == code)
            #expect(try await Everything(hub) == before)
        }
        var entries = upload.entries
        let second = entries[1]
        func entry(payload: String, kind: String? = nil, previous: String? = nil) -> JournalEntry {
            JournalEntry(
                sequence: second.sequence, time: second.time, author: second.author, kind: kind ?? second.kind,
                payload: payload, previous: previous ?? second.previous)
        }
        // Numbers at the end of what a number can be, of an entry alone and of one before another.
        let highest = JournalEntry(
            sequence: .max, time: second.time, author: second.author, kind: second.kind, payload: second.payload,
            previous: second.previous)
        try await refuses(try station.signed([highest]), .badEntries)
        try await refuses(try station.signed([highest, second]), .badEntries)
        // Another content under the same signature, and the last one left out of it.
        entries[1] = entry(payload: second.payload.replacing("NTAG213", with: "NTAG216"))
        try await refuses(
            ChainUpload(chain: station.chain, entries: entries, signature: upload.signature), .badEntries)
        try await refuses(
            ChainUpload(chain: station.chain, entries: [upload.entries[0]], signature: upload.signature), .badEntries)
        try await refuses(ChainUpload(chain: station.chain, entries: upload.entries, signature: "00"), .badEntries)
        // Signed, and no chain: a link, a gap, a payload of two lines.
        entries[1] = entry(payload: second.payload, previous: BenchStation.digest())
        try await refuses(try station.signed(entries), .badEntries)
        try await refuses(try station.signed([upload.entries[1]]), .headMoved)
        entries[1] = entry(payload: "{\n}")
        try await refuses(try station.signed(entries), .badEntries)
        entries[1] = entry(payload: "{}", kind: "write\nintended")
        try await refuses(try station.signed(entries), .badEntries)
        // Signed, and another past than the one that the hub has.
        let past = try await station.upload(after: 0)
        var forked = past.entries
        forked[0] = JournalEntry(
            sequence: 1, time: forked[0].time, author: forked[0].author, kind: forked[0].kind, payload: "{\"a\":1}",
            previous: forked[0].previous)
        try await refuses(try station.signed([forked[0]]), .headMoved)
        let stranger = try BenchStation(try name("stranger"))
        try await stranger.record(.readerAdded(ReaderRecord(name: try name("bench 1"), connection: "usb")))
        try await refuses(try await stranger.upload(after: 0), .unknownStation)
        try await proven()
    }

    @Test func `says what it may not, and that is a conflict and moves nothing`() async throws {
        let station = try await BenchStation.joined("north", hub)
        let other = try await BenchStation.joined("south", hub)
        try await station.take(hub, 2)
        try await other.take(hub, 2)
        try await station.write("t-1", chip: 1)
        // The same chip: the other one does not know it.
        try await other.write("t-3", chip: 1)
        try await station.send(to: hub)
        try await other.send(to: hub)
        let held = try await hub.tag(name("t-3"))
        #expect(held?.life == TagLife())
        // What follows the intent cannot be either.
        let conflicts = try await hub.conflicts(withSettled: false, limit: 10)
        #expect(conflicts.count == 2)
        guard case .contradicts(let tag, by: other.chain, why: let why)? = conflicts.last?.conflict else {
            Issue.record("\(conflicts)")
            return
        }
        #expect(tag.text == "t-3" && why.contains("carries tag t-1"))

        // A stolen key signs entries that no registry would have made.
        let forged = try JournalEntry(
            of: .writeIntended(try Samples.write("t-5", chip: 9)), by: station.author, at: .now,
            after: try await station.registry.newestEntry())
        _ = try await hub.take(try station.signed([forged]))
        #expect(try await hub.tag(name("t-5"))?.life == TagLife())
        #expect(
            try await hub.conflicts(withSettled: false, limit: 1).first?.conflict
                == .writtenWithoutGrant(name("t-5"), by: station.chain))
        try await proven()
    }

    /// An upgrade of the hub is made here by hand: it has understood the entry.
    @Test func `that is of a later version has its journal kept, and applied after an upgrade`() async throws {
        let station = try await BenchStation.joined("north", hub)
        try await station.take(hub, 2)
        try await station.send(to: hub)
        let last = try #require(try await station.registry.newestEntry())
        let later = JournalEntry(
            sequence: last.sequence + 1, time: last.time, author: station.author, kind: "chip-praised",
            payload: "{\"chip\":1}", previous: try last.digest())
        let intent = try JournalEntry(
            of: .writeIntended(try Samples.write("t-1", chip: 1)), by: station.author, at: last.time, after: later)
        let result = try JournalEntry(
            of: .writeConfirmed(try Samples.write("t-1", chip: 1)), by: station.author, at: last.time, after: intent)
        #expect(try await hub.take(try station.signed([later, intent])).sequence == intent.sequence)
        #expect(try await hub.take(try station.signed([result])).sequence == result.sequence)
        #expect(try await hub.tag(name("t-1"))?.life == TagLife())
        let contact = StationContact(chain: station.chain, version: "9", head: nil, clock: last.time)
        try await station.call(hub, version: contact.version, clock: contact.clock)
        #expect(try await hub.tag(name("t-1"))?.life == TagLife())
        try PostgresConnection(place.address).change("UPDATE stations SET applied = applied + 1")
        try await station.call(hub, version: contact.version, clock: contact.clock)
        #expect(try await hub.tag(name("t-1"))?.state == .written)
        #expect(try await hub.station(station.chain)?.contact == contact)
        try await proven()
    }

    @Test func `that is lost has its plans renewed, and what it writes later moves nothing`() async throws {
        let station = try await BenchStation.joined("north", hub)
        try await station.take(hub, 3)
        try await station.write("t-1", chip: 1)
        try await station.send(to: hub)
        let digests = try await hub.verifyJournal()
        #expect(digests.brokenAt == nil)
        _ = try await hub.declareLost(name("north"), reason: "burnt", by: author)
        let plans = try #require(try await hub.batch(name("opening")))
        #expect(plans.tags.count == 6)
        #expect(plans.tags[0].id.text == "t-1" && plans.tags[3].id.text == "t-4")
        for tag in plans.tags[1...2] {
            #expect(tag.id.text.count == 16 && tag.url == "https://example.com/store/cupertino?tag=\(tag.id)")
        }
        #expect(try await hub.tag(name("t-2")) == nil)
        // Its identifier is not given to a batch again.
        await #expect(throws: RegistryError.self) {
            try await hub.record(.batchCreated(try Samples.batch("again", ["t-2"])), by: author)
        }
        try await station.write("t-2", chip: 2)
        try await station.send(to: hub)
        #expect(
            try await hub.conflicts(withSettled: false, limit: 9).map(\.conflict).contains(
                .writtenWithoutGrant(name("t-2"), by: station.chain)))
        let other = try await BenchStation.joined("south", hub)
        #expect(try await other.take(hub, 9).tags == plans.tags.dropFirst().map(\.id))
        #expect(try await station.ask(hub, "opening", 1) == .refused(.chainNotOpen))
        try await proven()
    }

    @Test func `enrols once with a secret, and a second incarnation takes its place`() async throws {
        let station = try BenchStation(try name("north"))
        let secret = BenchStation.digest()
        let wrong = try await station.application(secret)
        await #expect(throws: GrantError.self) { try await hub.enrol(wrong, by: author) }
        try await station.join(hub)
        try await station.take(hub, 2)
        let tokens = try await hub.tokens()
        #expect(tokens.map(\.token.name.text) == ["station-north"] && tokens.first?.token.role == .station)

        let next = try await BenchStation.joined("north", hub)
        #expect(try await hub.stations().map(\.isLost) == [true, false])
        let renewed = try await hub.tokens()
        #expect(renewed.count == 1 && renewed.first?.digest != tokens.first?.digest)
        #expect(try await next.take(hub, 9).tags.count == 6)
        // The answer got lost: the same application is answered again, another one is not.
        let again = BenchStation.digest()
        try await hub.invite(
            StationInvitation(name: try name("west"), digest: again, expires: Timestamp(milliseconds: .max)), by: author
        )
        let west = try BenchStation(try name("west"))
        let application = try await west.application(again)
        let enrolment = try await hub.enrol(application, by: author)
        #expect(try await hub.enrol(application, by: author) == enrolment)
        let thief = try await BenchStation(try name("west")).application(again)
        await #expect(throws: GrantError.self) { try await hub.enrol(thief, by: author) }
        try await proven()
    }

    @Test func `waits in a new era until all were heard, unless plans are renewed`() async throws {
        let station = try await BenchStation.joined("north", hub)
        let other = try await BenchStation.joined("south", hub)
        try await station.take(hub, 2)
        let era = try await hub.beginEra(reason: "restored", by: author).era
        #expect(try await hub.hubStanding().awaited == [station.chain, other.chain])
        #expect(try await other.ask(hub, "opening", 1) == .refused(.otherEra(era)))
        try await other.adopt(era)
        #expect(try await other.ask(hub, "opening", 1) == .refused(.notAdopted))
        try await other.send(to: hub)
        #expect(try await other.ask(hub, "opening", 1) == .refused(.unsettled))
        let renewal = try await hub.renewPlans(by: author)
        #expect(renewal == PlanRenewal(era: era, tags: 4, batches: [try name("opening")], retired: 0))
        #expect(try await other.take(hub, 9).tags.count == 4)
        try await station.adopt(era)
        try await station.send(to: hub)
        #expect(try await hub.hubStanding().isSettled)
        #expect(try await hub.stations().map(\.era) == [era, era])
        try await proven()
    }

    @Test func `keeps its tags from being changed by the hub, but for their plans`() async throws {
        let station = try await BenchStation.joined("north", hub)
        try await station.take(hub, 1)
        try await station.write("t-1", chip: 1)
        try await station.send(to: hub)
        let refused: [JournalEvent] = [
            .batchDeleted(BatchDeletion(batch: try name("opening"), tags: 2)), .tagRetired(try Samples.release("t-1")),
            .tagReplaced(try Samples.release("t-1")), .writeIntended(try Samples.write("t-1", chip: 1)),
        ]
        for event in refused {
            let error = await #expect(throws: GrantError.self) { try await hub.record(event, by: author) }
            #expect(error?.code == .tagHeld)
        }
        let revised = try Samples.batch("opening", ["t-1"]).with([
            Tag(
                id: try name("t-1"), batch: try name("opening"), store: try name("cupertino"), placement: "door",
                medium: .nfc, url: "https://example.com/store/cupertino?tag=t-1&new=1")
        ])
        try await hub.record(.batchRevised(revised), by: author)
        #expect(try await hub.tag(name("t-1"))?.state == .outdated)
        // The station does not know it yet, and writes the older URL again.
        try await station.write("t-1", chip: 1)
        try await station.send(to: hub)
        #expect(try await hub.tag(name("t-1"))?.state == .outdated)
        #expect(try await hub.conflicts(withSettled: false, limit: 9) == [])
        try await proven()
    }
}
