import Faults
import Foundation
import Grants
import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

/// A registry that works by itself has got batches of a hub and writes their tags, and the hub's database is set back to
/// a moment before.
@Suite(.needsPostgreSQL) struct `Batches that have left a hub whose database is set back` {
    private let server: FailingServer
    private let folder: TemporaryFolder
    private var file: String { folder["own.sqlite"] }

    init() async throws {
        server = try await FailingServer()
        folder = try TemporaryFolder()
    }

    /// The moment to which the database is set back.
    private func mark(_ hub: FailingHub) throws {
        try PostgresConnection(hub.address).rows("SELECT pg_create_restore_point('before')")
    }

    private func handBack(_ hub: FailingHub) async throws -> BatchHandBack {
        let outcome = try await hub.handBack("opening", to: file)
        guard case .handedBack(let handBack) = outcome else { throw Differs(outcome: outcome) }
        return handBack
    }

    private struct Differs: Error { let outcome: HandBack.Outcome }

    private func expectRefusal(by daemon: HubRegistry, _ author: Author) async throws {
        let refusal = await #expect(throws: GrantError.self) {
            try await daemon.record(.tagRetired(Samples.release("opening-1")), by: author)
        }
        #expect(refusal?.code == .tagHeld)
    }

    /// `isKnown`: the database still has the batch; otherwise a person plans it once more.
    @Test(arguments: [true, false])
    func `are not granted again, and the hub's journal says so once more`(isKnown: Bool) async throws {
        let hub = try await FailingHub([server], daemons: 1)
        try await hub.plan("other", 4)
        let north = try await BenchStation.joined("north", try hub.daemon(1))
        try await server.archiveAndBackUp()
        #expect(try await hub.recheck(1) == nil)
        if !isKnown { try mark(hub) }
        try await hub.plan("opening", 9)
        if isKnown { try mark(hub) }
        let handBack = try await handBack(hub)
        try await server.restore(to: "before")

        let era = try #require(try await hub.recheck(1))
        #expect(era.reason.contains("opening") && era.reason.contains("\(handBack.chain)"))
        try await north.adopt(era.era)
        try await north.send(to: try hub.daemon(1))
        if !isKnown { try await hub.plan("opening", 9) }
        #expect(try await north.ask(try hub.daemon(1), "opening", 3) == .refused(.nothingFree))
        #expect(try await north.take(try hub.daemon(1), 2, of: "other").tags.count == 2)
        try await expectRefusal(by: try hub.daemon(1), hub.author)
        let kinds = try await hub.daemon(1).journal(from: 1, limit: 100).map(\.kind)
        #expect(kinds.filter { $0 == "batches-handed-back" }.count == 1)
        #expect(try await hub.daemon(1).proveTables().deviations == [])
        // What is known again is not forgotten by the next start, and is not made again.
        hub.kill(1)
        #expect(try await hub.start(1) == nil)
        try FileManager.default.removeItem(atPath: file)
        let gone = await #expect(throws: RegistryError.self) { _ = try await hub.handBack("opening", to: file) }
        #expect(gone?.reason.contains("\(handBack.chain)") == true)
    }

    /// The machine on which the command was given is lost with its folder.
    @Test func `are known to the hub's other daemons`() async throws {
        let hub = try await FailingHub([server], daemons: 2)
        try await hub.plan("opening", 9)
        try await server.archiveAndBackUp()
        for number in 1...2 { #expect(try await hub.recheck(number) == nil) }
        try mark(hub)
        _ = try await handBack(hub)
        // What it does each second.
        #expect(try await hub.recheck(2) == nil)
        hub.kill(1)
        try await server.restore(to: "before")

        let era = try #require(try await hub.recheck(2))
        #expect(era.reason.contains("opening"))
        try await expectRefusal(by: try hub.daemon(2), hub.author)
    }

    /// By the database a station has them; by its journal it has given them back since.
    @Test func `are not free when a station gives them back that held them at that moment`() async throws {
        let hub = try await FailingHub([server], daemons: 1)
        try await hub.plan("opening", 9)
        let north = try await BenchStation.joined("north", try hub.daemon(1))
        try await server.archiveAndBackUp()
        #expect(try await hub.recheck(1) == nil)
        let grant = try await north.take(try hub.daemon(1), 3)
        try await north.send(to: try hub.daemon(1))
        try mark(hub)
        try await north.close(grant)
        try await north.send(to: try hub.daemon(1))
        _ = try await handBack(hub)
        try await server.restore(to: "before")

        let era = try #require(try await hub.recheck(1))
        try await north.adopt(era.era)
        try await north.send(to: try hub.daemon(1))
        #expect(try await hub.daemon(1).hubStanding().isSettled)
        #expect(try await north.ask(try hub.daemon(1), "opening", 9) == .refused(.nothingFree))
        #expect(try await hub.daemon(1).conflicts(withSettled: false, limit: 9) == [])
        #expect(try await hub.daemon(1).proveTables().deviations == [])
    }
}
