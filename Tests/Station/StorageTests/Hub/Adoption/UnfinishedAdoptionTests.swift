import Doctor
import Faults
import Foundation
import Geodesy
import Grants
import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

/// What others see of an adoption that is on its way, or stays there.
@Suite(.needsPostgreSQL, .takesTurns) struct `An adoption on its way` {
    private struct Interruption: Error {}

    private func picture(_ bench: AdoptedBench) throws -> HubDatabasePicture {
        try HubDatabasePicture(lookingAt: bench.place.address)
    }

    @Test func `is named by the doctor with its file and beginning until it ends`() async throws {
        let bench = try await AdoptedBench()
        _ = try await FullRegistry.make(bench.path)
        #expect(try picture(bench).unfinishedAdoptions == [])
        for (last, hasTags) in [(Adoption.Step.tables, false), (.handingOver, true), (.freeing, true)] {
            await #expect(throws: Interruption.self) {
                try await bench.adopt { step, _ in if step == last { throw Interruption() } }
            }
            let found = try #require(try picture(bench).unfinishedAdoptions.first)
            #expect(found.station == FullRegistry.author.station && found.hasTags == hasTags)
            let file = try #require(found.begun.file)
            #expect(file.hasPrefix("/") && file.hasSuffix("registry.sqlite"))
            #expect(found.begun.time?.hasPrefix("20") == true)
        }
        _ = try bench.adopted(try await bench.adopt())
        #expect(try picture(bench).unfinishedAdoptions == [])
    }

    /// The file has the rows still.
    @Test func `brings nothing back that the hub has erased meanwhile`() async throws {
        let bench = try await AdoptedBench()
        let device = DevicePseudonym(hexadecimal: "f0f1")
        do {
            let registry = try await FullRegistry.make(bench.path)
            let number = try await registry.beginImport(.sightings, file: "walk.csv")
            let seen = KeptSighting(
                time: 1_795_000_000, url: "https://example.com/forgotten", uid: nil,
                place: try Coordinate(latitude: 37.3193, longitude: -122.0293), sigma: 4.5, device: device)
            #expect(try await registry.keep([seen], import: number) == 1)
            let summary = EvidenceImport(
                number: number, kind: .sightings, file: "walk.csv", digest: nil, rows: 1, new: 1, badRows: 0,
                isComplete: true)
            try await registry.record(.evidenceImported(summary), by: FullRegistry.author)
        }
        // Its tables have come, and none of its evidence.
        await #expect(throws: Interruption.self) {
            try await bench.adopt { step, _ in if step == .handingOver { throw Interruption() } }
        }
        try await bench.hub.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: device), by: bench.author)
        _ = try bench.adopted(try await bench.adopt())
        let connection = try PostgresConnection(bench.place.address)
        func count(_ query: String) throws -> Int64? { try connection.rows(query).first?.integer(0) }
        #expect(try count("SELECT count(*) FROM sightings WHERE device = 'f0f1'") == 0)
        #expect(try count("SELECT count(*) FROM sightings") ?? 0 > 0)
        #expect(try count("SELECT count(*) FROM adopted_erasures") == 0)
    }

    /// The text of a finding has a place, which a forgetting at the hub takes out of it.
    @Test func `ends though the hub has changed since what came with it`() async throws {
        let bench = try await AdoptedBench()
        do {
            let registry = try await FullRegistry.make(bench.path)
            let found = FoundFinding(
                identity: "strayed t-4", code: "misplaced", severity: "critical", stores: [], tags: ["t-4"],
                batches: [], message: "t-4 was seen at 37.323000, -122.032200", next: "Bring it back.", evidence: 0)
            try await registry.record(
                .audited(
                    AuditRecord(batch: nil, sightings: 0, badRows: 0, findings: ["misplaced": 1]),
                    run: AuditRun(findings: [found])), by: FullRegistry.author)
        }
        await #expect(throws: Interruption.self) {
            try await bench.adopt { step, _ in if step == .handingOver { throw Interruption() } }
        }
        #expect(try await bench.hub.finding(6)?.message == "t-4 was seen at 37.323000, -122.032200")
        try await bench.hub.record(
            .evidenceForgotten(Forgetting(cause: .asked, before: nil), device: DevicePseudonym(hexadecimal: "f0f1")),
            by: bench.author)
        #expect(try await bench.hub.finding(6)?.message == "t-4 was seen at a place that was erased")
        _ = try bench.adopted(try await bench.adopt())
    }

    @Test func `ends though a station has taken what was freed, and has written it`() async throws {
        let bench = try await AdoptedBench()
        _ = try await FullRegistry.make(bench.path, tags: 12)
        // The tags are free, and the adoption has not ended.
        await #expect(throws: Interruption.self) {
            try await bench.adopt { step, count in if step == .freeing, count > 0 { throw Interruption() } }
        }
        let station = try await BenchStation.joined("north", bench.hub)
        let grant = try await station.take(bench.hub, 1)
        let tag = try #require(grant.tags.first)
        try await station.write(tag.text, chip: 44)
        try await station.send(to: bench.hub)
        #expect(try await bench.hub.tag(tag)?.state == .written)
        _ = try bench.adopted(try await bench.adopt())
        #expect(try picture(bench).unfinishedAdoptions == [])
        #expect(try await bench.hub.tag(tag)?.state == .written)
        #expect(try await bench.hub.proveTables().deviations == [])
    }

    /// One that a version took in which compared everything at the end.
    @Test func `is compared at the end where it was not compared when it came`() async throws {
        let bench = try await AdoptedBench()
        _ = try await FullRegistry.make(bench.path)
        await #expect(throws: Interruption.self) {
            try await bench.adopt { step, _ in if step == .handingOver { throw Interruption() } }
        }
        let connection = try PostgresConnection(bench.place.address)
        try connection.change("UPDATE adopted_chains SET compared = false")
        try connection.change("UPDATE stores SET name = name || '?' WHERE key = 'cupertino'")
        guard case .differs(let report) = try await bench.adopt() else {
            Issue.record("it was adopted")
            return
        }
        #expect(report.lines.map(\.subject) == ["store cupertino"])
        try connection.change("UPDATE stores SET name = left(name, -1) WHERE key = 'cupertino'")
        _ = try bench.adopted(try await bench.adopt())
    }

    @Test func `and batches that left the hub for no registry yet are named, too`() async throws {
        let bench = try await AdoptedBench()
        for event in try Samples.opened() { try await bench.hub.record(event, by: bench.author) }
        func handBack(endingAt last: HandBack.Step?) async throws {
            let batches: [BatchName] = [try name("signs"), try name("opening")]
            _ = try await HandBack(
                of: batches, from: bench.hub, to: bench.path, noting: bench.notes, by: bench.author
            ) { step in
                if step == last { throw Interruption() }
            }.run()
        }
        await #expect(throws: Interruption.self) { try await handBack(endingAt: .writing) }
        let found = try #require(try picture(bench).unfinishedHandBacks.first)
        #expect(found.batches == ["opening", "signs"] && found.begun.file?.hasSuffix("/registry.sqlite") == true)
        try await handBack(endingAt: nil)
        #expect(try picture(bench).unfinishedHandBacks == [])
    }

    /// The hub had adopted the registry before, and had given a batch of it up. Its database has forgotten both, and a
    /// daemon knew of the second.
    @Test func `frees no tag of a batch that has left the hub`() async throws {
        let bench = try await AdoptedBench()
        _ = try await FullRegistry.make(bench.path, tags: 12)
        try PostgresConnection(bench.place.address).change(
            "INSERT INTO handed_back (chain, batches, tags, ended) VALUES ($1, '[\"opening\"]', 12, true)",
            [.bytes([UInt8](repeating: 7, count: 16))])
        _ = try bench.adopted(try await bench.adopt())
        let station = try await BenchStation.joined("north", bench.hub)
        #expect(try await station.ask(bench.hub, "opening", 1) == .refused(.nothingFree))
        #expect(try await bench.hub.proveTables().deviations == [])
    }

    /// Its proof would take the registry's journal for that of a daemon.
    @Test func `does not begin beside a daemon whose version knows of none, and such a version starts no more`()
        async throws
    {
        let bench = try await AdoptedBench()
        _ = try await FullRegistry.make(bench.path)
        let connection = try PostgresConnection(bench.place.address)
        try connection.change(
            """
            INSERT INTO daemons (daemon, name, mark, run, seen, reads)
            SELECT $1, 'hub-old', '', run, seen, 4 FROM (VALUES ('', 0)) AS known (run, seen)
            """, [.bytes([UInt8](repeating: 7, count: 16))])
        let refusal = await #expect(throws: RegistryError.self) { try await bench.adopt() }
        #expect(refusal?.code == .schemaBehind && refusal?.reason.contains("hub-old") == true)
        let contracts = { () -> Bool? in
            try connection.rows("SELECT contracts FROM schema_steps WHERE step = 12").first?.bool(0)
        }
        #expect(try contracts() == false)
        #expect(try picture(bench).unfinishedAdoptions == [])
        try connection.change("DELETE FROM daemons WHERE name = 'hub-old'")
        _ = try bench.adopted(try await bench.adopt())
        #expect(try contracts() == true)
        // This version goes on.
        #expect(try picture(bench).contraction == nil)
        _ = try await bench.place.registry(daemon: "hub-2", chain: .drawn(), now: Bench.clock(from: 90_000))
    }
}
