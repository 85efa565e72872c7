import Checkpoints
import Faults
import Grants
import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

@Suite(.needsPostgreSQL) struct `A hub whose database has forgotten something` {
    /// A standby that has not got the newest commits takes the place of its primary.
    @Test func `grants nothing before every daemon has looked and every station was heard`() async throws {
        let primary = try await FailingServer()
        let standby = try await FailingServer(standbyOf: primary)
        let hub = try await FailingHub([primary, standby], daemons: 2)
        try await hub.plan("opening", 30)
        let north = try await BenchStation.joined("north", try hub.daemon(1))
        let south = try await BenchStation.joined("south", try hub.daemon(2))
        try hub.waitForStandby()
        try await standby.kill()
        let lost = try await north.take(try hub.daemon(1), 10)
        for (number, tag) in lost.tags.prefix(3).enumerated() { try await north.write(tag.text, chip: number + 1) }
        try await north.send(to: try hub.daemon(1))
        try await primary.kill()
        try await standby.start()
        try await standby.promote()

        await #expect(throws: RegistryError.self) { try await hub.daemon(1).recheck() }
        #expect(try await hub.recheck(2) == nil)
        #expect(try await hub.daemon(2).awaitedDaemons().map(\.name) == ["hub-1"])
        #expect(try await south.ask(try hub.daemon(2), "opening", 10) == .refused(.unsettled))
        let era = try #require(try await hub.recheck(1))
        #expect(try await hub.daemon(2).awaitedDaemons() == [])
        #expect(try await south.ask(try hub.daemon(2), "opening", 10) == .refused(.otherEra(era.era)))
        try await south.adopt(era.era)
        try await south.send(to: try hub.daemon(2))
        #expect(try await south.ask(try hub.daemon(2), "opening", 10) == .refused(.unsettled))
        try await north.adopt(era.era)
        try await north.send(to: try hub.daemon(2))
        let given = try await south.take(try hub.daemon(2), 30)
        #expect(given.tags.count == 20)
        #expect(Set(given.tags).isDisjoint(with: lost.tags))
        #expect(try await hub.daemon(1).tag(lost.tags[0])?.state == .written)
        #expect(try await hub.daemon(1).conflicts(withSettled: false, limit: 9) == [])
        #expect(try await hub.daemon(1).proveTables().deviations == [])
    }

    /// The daemon that has committed the grant ends before it notes that, and another one answers for it.
    @Test func `is noticed by the daemon that has answered a request again`() async throws {
        let primary = try await FailingServer()
        let standby = try await FailingServer(standbyOf: primary)
        let hub = try await FailingHub([primary, standby], daemons: 2)
        try await hub.plan("opening", 9)
        let north = try await BenchStation.joined("north", try hub.daemon(1))
        try await hub.daemon(2).recheck()
        try hub.waitForStandby()
        try await standby.kill()
        let notes = try hub.notes(of: 1)
        let first = try await north.ask(try hub.daemon(1), "opening", 2)
        try hub.setBack(1, to: notes)
        let request = try #require(try await north.registry.standing().grants?.open.values.first)
        #expect(try await hub.daemon(2).answer(request) == first)
        try await primary.kill()
        try await standby.start()
        try await standby.promote()
        await #expect(throws: RegistryError.self) { try await hub.daemon(2).recheck() }
    }

    /// Its files are put back as they were an hour ago: the same server on the same timeline. A station has enrolled since.
    @Test func `has its stations again, and gives nothing twice, when a copy of its files takes their place`()
        async throws
    {
        let server = try await FailingServer()
        let hub = try await FailingHub([server], daemons: 1)
        try await hub.plan("opening", 30)
        let north = try await BenchStation.joined("north", try hub.daemon(1))
        try await north.take(try hub.daemon(1), 5)
        try await north.send(to: try hub.daemon(1))
        try await server.stop()
        try await server.copyFiles()
        try await server.start()
        #expect(try await hub.recheck(1) == nil)

        try await hub.start(2)
        let west = try await BenchStation.joined("west", try hub.daemon(2))
        let held = try await west.take(try hub.daemon(2), 5)
        try await west.write(held.tags[0].text, chip: 1)
        try await west.send(to: try hub.daemon(2))
        // The other daemon has seen that.
        #expect(try await hub.recheck(1) == nil)
        try await server.kill()
        try await server.putBackFiles()
        try await server.start()

        // The second one does not come back at first: its memory may have what the first one has not seen.
        hub.kill(2)
        let era = try #require(try await hub.recheck(1))
        #expect(try await hub.daemon(1).awaitedDaemons().count == 1)
        #expect(try await hub.daemon(1).stations().map(\.name.text) == ["north", "west"])
        #expect(try await hub.daemon(1).hubStanding().awaited == [north.chain, west.chain])
        #expect(try await hub.daemon(1).tokens().contains { $0.token.name == west.name.token })
        try await north.adopt(era.era)
        try await north.send(to: try hub.daemon(1))
        try await west.adopt(era.era)
        try await west.send(to: try hub.daemon(1))
        #expect(try await hub.daemon(1).hubStanding().isSettled)
        #expect(try await north.ask(try hub.daemon(1), "opening", 5) == .refused(.unsettled))
        let second = try #require(try await hub.start(2))
        for station in [north, west] {
            try await station.adopt(second.era)
            try await station.send(to: try hub.daemon(2))
        }
        let given = try await north.take(try hub.daemon(1), 30)
        #expect(given.tags.count == 20)
        #expect(Set(given.tags).isDisjoint(with: held.tags))
        #expect(try await hub.daemon(1).tag(held.tags[0])?.state == .written)
        #expect(try await hub.daemon(1).conflicts(withSettled: false, limit: 9) == [])
        #expect(try await hub.daemon(1).proveTables().deviations == [])
    }

    /// The administrator says that a daemon does not come back.
    @Test func `goes on without a daemon that never looks again when a person begins an era`() async throws {
        let server = try await FailingServer()
        let hub = try await FailingHub([server], daemons: 2)
        try await hub.plan("opening", 4)
        let north = try await BenchStation.joined("north", try hub.daemon(1))
        hub.kill(2)
        try await server.kill()
        try await server.start()
        #expect(try await hub.recheck(1) == nil)
        #expect(try await north.ask(try hub.daemon(1), "opening", 1) == .refused(.unsettled))
        let refused = await #expect(throws: GrantError.self) {
            try await hub.daemon(1).record(.sheetMade(try Samples.sheet(["opening-1"])), by: hub.author)
        }
        #expect(refused?.code == .hubUnsettled)
        let era = try await hub.daemon(1).beginEra(reason: "its machine is gone", by: hub.author).era
        try await north.adopt(era)
        try await north.send(to: try hub.daemon(1))
        #expect(try await north.take(try hub.daemon(1), 9).tags.count == 4)
        // It was only away, and what it knows is measured again.
        #expect(try await hub.start(2) != nil)
    }

    @Test func `waits for no daemon that has ended in order`() async throws {
        let server = try await FailingServer()
        let hub = try await FailingHub([server], daemons: 2)
        try await hub.plan("opening", 4)
        let north = try await BenchStation.joined("north", try hub.daemon(1))
        try await hub.daemon(2).takeLeave()
        hub.kill(2)
        try await server.kill()
        try await server.start()
        // Before it has looked, nothing is granted or signed.
        let unsigned = await #expect(throws: RegistryError.self) {
            try await hub.daemon(1).prove(LogQuestion(chain: north.chain, known: nil, compared: nil))
        }
        #expect(unsigned?.code == .registryAway)
        #expect(try await north.ask(try hub.daemon(1), "opening", 1) == .refused(.unsettled))
        #expect(try await hub.recheck(1) == nil)
        #expect(try await north.take(try hub.daemon(1), 9).tags.count == 4)
        #expect(try await hub.start(2) == nil)
    }
}
