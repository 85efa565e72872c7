import Doctor
import Faults
import Foundation
import HubStorage
import PostgreSQL
import Registry
import TestBench
import Testing

/// The hub's database is set back behind a finished hand-back, and knows less of it than a daemon's folder, or nothing.
@Suite(.needsPostgreSQL, .takesTurns) struct `Batches that have left a hub for good` {
    private let bench: AdoptedBench
    private let handBack: BatchHandBack
    private var file: String { bench.folder["own.sqlite"] }

    struct Differs: Error {}

    init() async throws {
        bench = try await AdoptedBench()
        _ = try await FullRegistry.make(bench.path, tags: 12)
        _ = try bench.adopted(try await bench.adopt())
        let outcome = try await HandBack(
            of: [try name("opening")], from: bench.hub, to: bench.folder["own.sqlite"], noting: bench.notes,
            by: bench.author
        ).run()
        guard case .handedBack(let handBack) = outcome else { throw Differs() }
        self.handBack = handBack
    }

    static let otherDaemon = """
        INSERT INTO daemons (daemon, name, mark, run, seen, reads)
        VALUES (decode(repeat('07', 16), 'hex'), 'hub-2', '', '', 0, 1000)
        """

    /// To the moment at which their registry was not whole; neither daemon has looked since.
    @Test(arguments: [("UPDATE daemons SET run = 'x'", "does not run"), (otherDaemon, "hub-2 has not looked")])
    func `are no second registry before every daemon has looked`(change: String, reason: String) async throws {
        let connection = try PostgresConnection(bench.place.address)
        try connection.change("UPDATE handed_back SET ended = false")
        try connection.change(change)
        // Nor is the command recommended.
        let picture = try HubDatabasePicture(lookingAt: bench.place.address, noted: try bench.notes.all())
        #expect(picture.unfinishedHandBacks == [] && picture.forgottenHandBacks == [["opening"]])
        // Its station has it.
        try FileManager.default.moveItem(atPath: file, toPath: bench.folder["moved.sqlite"])
        let refused = await #expect(throws: RegistryError.self) {
            try await HandBack(
                of: [try name("opening")], from: bench.hub, to: file, noting: bench.notes, by: bench.author
            ).run()
        }
        #expect(refused?.reason.contains(reason) == true)
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(!FileManager.default.fileExists(atPath: file + ".handing-back"))
    }

    /// A hub that knows none of their names. That they have left is in the database, or in the daemon's folder alone.
    @Test(arguments: [true, false])
    func `do not come back with the registry that has them`(isKnown: Bool) async throws {
        let place = try await HubPlace()
        let hub = try await place.registry(daemon: "hub-1", now: Bench.clock(from: 90_000))
        if isKnown {
            try PostgresConnection(place.address).change(
                """
                INSERT INTO handed_back (chain, batches, tags, ended)
                VALUES (decode($1, 'hex'), '["opening"]', 12, true)
                """, [.text(handBack.chain.description)])
        }
        let notes = try isKnown ? place.handBackNotes(of: "hub-1") : bench.notes
        let outcome = try await Adoption(of: file, to: hub, named: "hub", knowing: notes, by: bench.author).run()
        guard case .collides(let report) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(report.lines.map(\.subject) == ["batch opening"])
        #expect(report.lines.first?.why.contains("\(handBack.chain)") == true)
    }

    @Test func `are looked for by a daemon before a registry is adopted`() async throws {
        let place = try await HubPlace()
        let hub = try await place.registry(daemon: "hub-1", now: Bench.clock(from: 90_000))
        try PostgresConnection(place.address).change(Self.otherDaemon)
        let notes = try place.handBackNotes(of: "hub-1")
        let refused = await #expect(throws: RegistryError.self) {
            try await Adoption(of: file, to: hub, named: "hub", knowing: notes, by: bench.author).run()
        }
        #expect(refused?.code == .registryAway && refused?.reason.contains("hub-2") == true)
    }

    @Test func `are noted again by a daemon that runs when their note is removed`() async throws {
        try await bench.hub.recheck()
        let path = try bench.place.memoryFolder(of: "hub-1") + "/handed-back-\(handBack.chain).json"
        try FileManager.default.removeItem(atPath: path)
        try await bench.hub.recheck()
        #expect(try bench.notes.all() == [handBack])
    }

    /// Damaged, and one that cannot be read at all.
    @Test(arguments: [true, false])
    func `end a daemon that cannot read which they are`(isFolder: Bool) async throws {
        // What it does each second: it knows of them.
        try await bench.hub.recheck()
        let path = try bench.place.memoryFolder(of: "hub-1") + "/handed-back-\(handBack.chain).json"
        try FileManager.default.removeItem(atPath: path)
        if isFolder {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        } else {
            try Data("{".utf8).write(to: URL(filePath: path))
        }
        // Until the server is another one there is nothing to compare.
        try await bench.hub.recheck()
        try PostgresConnection(bench.place.address).change("UPDATE daemons SET run = 'x'")
        let ending = await #expect(throws: HandBackNotes.Unreadable.self) { try await bench.hub.recheck() }
        let fault = ending?.fault as? RegistryError
        #expect(fault?.code == .registryDamaged && fault?.reason.contains(path) == true)
        try FileManager.default.removeItem(atPath: path)
        try await bench.hub.recheck()
    }

    /// In a file that an earlier version of the daemon leaves alone, beside a memory that it reads.
    @Test func `are noted by every daemon, apart from its memory`() async throws {
        let other = try await bench.place.registry(daemon: "hub-2", chain: .drawn(), now: Bench.clock(from: 90_000))
        try await other.recheck()
        #expect(try bench.place.handBackNotes(of: "hub-2").all() == [handBack])
        let memory = try String(contentsOfFile: try bench.place.memoryFolder(of: "hub-2") + "/memory", encoding: .utf8)
        #expect(!memory.contains("handedBack") && !memory.contains("\(handBack.chain)"))
    }

    @Test func `are not taken for none where the daemon's folder cannot be listed`() throws {
        let folder = bench.folder["loop"]
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: "loop")
        #expect(throws: (any Error).self) { try HandBackNotes(in: folder).all() }
        #expect(try HandBackNotes(in: bench.folder["missing"]).all() == [])
    }
}
