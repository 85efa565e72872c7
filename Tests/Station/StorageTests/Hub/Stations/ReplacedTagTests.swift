import Chips
import Faults
import Grants
import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

/// A chip breaks, and its tag is written to another one, perhaps at another bench.
@Suite(.needsPostgreSQL, .takesTurns) struct `A tag that has left its chip` {
    private let author = Author(station: "office", actor: "ada")
    private let place: HubPlace
    private let hub: HubRegistry
    private let north: BenchStation
    private let south: BenchStation
    private let grant: Grant

    /// north has written t-1, and has no more tags.
    init() async throws {
        place = try await HubPlace()
        hub = try await place.registry(now: Bench.clock())
        try await hub.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        let batch = try Samples.batch("opening", (1...2).map { "t-\($0)" })
        try await hub.record(.batchCreated(batch), by: author)
        north = try await BenchStation.joined("north", hub)
        south = try await BenchStation.joined("south", hub)
        grant = try await north.take(hub, 1)
        try await north.write("t-1", chip: 1)
        try await north.send(to: hub)
    }

    private func proven(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for check in [
            try await hub.proveTables(), try await north.registry.proveTables(), try await south.registry.proveTables(),
        ] {
            #expect(check.brokenAt == nil && check.deviations == [], sourceLocation: sourceLocation)
        }
        #expect(try await hub.conflicts(withSettled: true, limit: 9) == [], sourceLocation: sourceLocation)
    }

    private func giveBack(_ station: BenchStation, _ grant: Grant) async throws {
        try await station.close(grant)
        try await station.send(to: hub)
    }

    private func chip(_ number: UInt8) -> ChipUID? { ChipUID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0, number]) }

    @Test func `at the hub is granted to another station, and written there to another chip`() async throws {
        await #expect(throws: GrantError.self) {
            try await hub.record(.tagReplaced(try Samples.release("t-1")), by: author)
        }
        try await giveBack(north, grant)
        try await hub.record(.tagReplaced(try Samples.release("t-1")), by: author)
        #expect(try await hub.tag(name("t-1"))?.state == .planned)
        try await proven()
        let second = try await south.take(hub, 2)
        #expect(second.tags.map(\.text) == ["t-1", "t-2"])
        try await south.write("t-1", chip: 9)
        try await south.send(to: hub)
        #expect(try await hub.tag(name("t-1"))?.life == south.registry.tag(name("t-1"))?.life)
        #expect(try await hub.tag(name("t-1"))?.life.uid == chip(9))
        try await proven()
        // Who has written the old chip may do nothing more with the tag; the chip is none.
        await #expect(throws: GrantError.self) { try await north.write("t-1", chip: 1) }
        #expect(try await hub.formerCarrier(onChip: try #require(chip(1)))?.cause == .replaced)

        // And once more, with its way back.
        try await giveBack(south, second)
        try await hub.record(.tagReplaced(try Samples.release("t-1")), by: author)
        let third = try await north.take(hub, 1)
        #expect(third.tags.map(\.text) == ["t-1"])
        #expect(try await north.registry.tag(name("t-1"))?.life == TagLife())
        await #expect(throws: RegistryError.self) { try await north.write("t-1", chip: 1) }
        try await north.write("t-1", chip: 7)
        try await north.send(to: hub)
        #expect(try await hub.tag(name("t-1"))?.life.uid == chip(7))
        try await proven()
    }

    @Test func `goes back unwritten from who had written it, and comes to another`() async throws {
        try await giveBack(north, grant)
        try await hub.record(.tagReplaced(try Samples.release("t-1")), by: author)
        let again = try await north.take(hub, 1)
        #expect(try await north.replayedStanding() == north.registry.standing())
        #expect(try await north.replayedStanding().grants?.plannedTags == again.tags)
        try await giveBack(north, again)
        #expect(try await north.registry.tag(name("t-1")) == nil)
        #expect(try await south.take(hub, 1).tags.map(\.text) == ["t-1"])
        try await south.write("t-1", chip: 2)
        try await south.send(to: hub)
        try await proven()
    }

    @Test func `at its station is granted again when that has given it back`() async throws {
        try await north.record(.tagReplaced(try Samples.release("t-1")))
        try await north.send(to: hub)
        #expect(try await north.replayedStanding() == north.registry.standing())
        #expect(try await south.take(hub, 2).tags.map(\.text) == ["t-2"])
        try await giveBack(north, grant)
        #expect(try await south.take(hub, 2).tags.map(\.text) == ["t-1"])
        try await south.write("t-1", chip: 9)
        try await south.send(to: hub)
        #expect(try await hub.tag(name("t-1"))?.life.uid == chip(9))
        try await proven()
    }

    @Test func `is written on by its station, and gets a fresh identifier where that is lost`() async throws {
        try await north.record(.tagReplaced(try Samples.release("t-1")))
        try await north.send(to: hub)
        _ = try await hub.declareLost(north.name, reason: "stolen", by: author)
        #expect(try await hub.tag(name("t-1")) == nil)
        let tags = try await south.take(hub, 2).tags.map(\.text)
        #expect(tags.count == 2 && !tags.contains("t-1"))
        #expect(try await hub.proveTables().deviations == [])
    }

    @Test func `stays on it where a lost station may put it on another one`() async throws {
        _ = try await hub.declareLost(north.name, reason: "stolen", by: author)
        let error = await #expect(throws: GrantError.self) {
            try await hub.record(.tagReplaced(try Samples.release("t-1")), by: author)
        }
        #expect(error?.code == .tagHeld && error?.reason.contains("declared lost (chain \(north.chain))") == true)
        try await hub.record(.tagRetired(try Samples.release("t-1")), by: author)
        #expect(try await south.take(hub, 2).tags.map(\.text) == ["t-2"])
    }

    @Test func `is granted again where the station that wrote it has left`() async throws {
        try await north.record(.hubLeft(HubDeparture(reason: "moved", released: [])))
        try await north.send(to: hub)
        try await hub.record(.tagReplaced(try Samples.release("t-1")), by: author)
        #expect(try await south.take(hub, 1).tags.map(\.text) == ["t-1"])
        try await south.write("t-1", chip: 2)
        try await south.send(to: hub)
        try await proven()
    }

    @Test func `stays on it while a conflict says that it may be on another one`() async throws {
        try await giveBack(north, grant)
        let forged = try JournalEntry(
            of: .writeIntended(try Samples.write("t-1", chip: 5)), by: north.author, at: .now,
            after: try await north.registry.newestEntry())
        _ = try await hub.take(try north.signed([forged]))
        let error = await #expect(throws: RegistryError.self) {
            try await hub.record(.tagReplaced(try Samples.release("t-1")), by: author)
        }
        #expect(error?.code == .contradiction && error?.reason.contains("conflict 1") == true)
        _ = try await hub.settle(conflict: 1, reason: "the other chip was destroyed", by: author)
        try await hub.record(.tagReplaced(try Samples.release("t-1")), by: author)
        #expect(try await south.take(hub, 1).tags.map(\.text) == ["t-1"])
    }

    /// The second daemon's clock is an hour behind the first one's.
    @Test func `is proven whatever the daemons' clocks show`() async throws {
        let other = try await place.registry(daemon: "hub-2", chain: .drawn(), now: Bench.clock(from: -3_600))
        try await giveBack(north, grant)
        try await other.record(.tagReplaced(try Samples.release("t-1")), by: author)
        try await proven()
        try await south.take(other, 1)
        try await south.write("t-1", chip: 9)
        try await south.send(to: other)
        try await proven()
    }
}
