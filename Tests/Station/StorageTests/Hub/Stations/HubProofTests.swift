import Cryptography
import Grants
import HubStorage
import PostgreSQL
import Registry
import TestBench
import Testing

@Suite(.needsPostgreSQL, .takesTurns) struct `The proof of a hub's tables` {
    private let author = Author(station: "office", actor: "ada")
    private let place: HubPlace
    private let hub: HubRegistry
    private let station: BenchStation

    init() async throws {
        place = try await HubPlace()
        hub = try await place.registry(now: Bench.clock())
        let other = try await place.registry(daemon: "hub-2", chain: .drawn(), now: Bench.clock(from: -3_600))
        try await hub.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        // The second daemon's clock is an hour behind: its changes follow all the same.
        try await other.record(.batchCreated(try Samples.batch("opening", (1...4).map { "t-\($0)" })), by: author)
        try await hub.record(.batchRevised(try Samples.batch("opening", ["t-5"])), by: author)
        try await other.record(.batchRevised(try Samples.batch("opening", ["t-6"])), by: author)
        station = try await BenchStation.joined("north", other)
        let grant = try await station.take(hub, 2)
        try await station.write("t-1", chip: 1)
        try await station.close(grant)
        try await station.send(to: hub)
        try await other.record(.tagReplaced(try Samples.release("t-1")), by: author)
    }

    @Test func `knows that several chains have moved them`() async throws {
        let check = try await hub.proveTables()
        #expect(check.brokenAt == nil && check.deviations == [] && check.unproven == [])
        #expect(try await hub.verifyJournal().entries == check.entries)
    }

    /// The owner of the database may do everything, and turns the journal's own guard off.
    @Test(arguments: [
        ("journal", "payload", "replace(payload, 'NTAG213', 'NTAG216')"), ("journal", "actor", "actor || 'x'"),
        ("journal", "station", "station || 'x'"), ("journal", "time", "time + 1"), ("journal", "kind", "kind || 'x'"),
        ("journal", "previous", "repeat('0', 64)"), ("journal", "tag", "'t-9'"), ("journal", "batch", "'other'"),
        ("chains", "digest", "repeat('0', 64)"), ("chains", "sequence", "sequence + 1"),
        ("stations", "began", "began + 1"),
    ])
    func `names a changed entry of a station`(table: String, column: String, value: String) async throws {
        let connection = try PostgresConnection(place.address)
        try connection.change("ALTER TABLE journal DISABLE TRIGGER journal_is_append_only")
        let sequence = table == "journal" ? "AND kind = 'write-intended'" : ""
        let changed = try connection.change(
            "UPDATE \(table) SET \(column) = \(value) WHERE chain = $1 \(sequence)", [.bytes(bytes(station.chain))])
        #expect(changed == 1)
        for check in [try await hub.verifyJournal(), try await hub.proveTables()] {
            #expect(check.brokenAt != nil)
            #expect(check.deviations?.first?.subject == "chain \(station.chain)")
        }
    }

    @Test func `names a tag that no chain has moved, and a chain that another daemon has left`() async throws {
        let connection = try PostgresConnection(place.address)
        try connection.change("UPDATE tags SET state = 'retired' WHERE id = 't-3'")
        #expect(try await hub.proveTables().deviations?.map(\.subject) == ["tag t-3"])
        try connection.change("UPDATE tags SET state = 'planned' WHERE id = 't-3'")
        #expect(try await hub.proveTables().deviations == [])
        try connection.change("ALTER TABLE journal DISABLE TRIGGER journal_is_append_only")
        try connection.change("UPDATE journal SET actor = 'eve' WHERE kind = 'tag-replaced'")
        #expect(try await hub.verifyJournal().brokenAt != nil)
    }

    @Test func `names a finding whose pictures are not those of its repair`() async throws {
        let finding = FoundFinding(
            identity: "misplaced t-1", code: "misplaced", severity: "critical", stores: [], tags: ["t-1"], batches: [],
            message: "elsewhere", next: "Bring it back.", evidence: 1)
        try await hub.record(
            .audited(
                AuditRecord(batch: nil, sightings: 1, badRows: 0, findings: [:]),
                run: AuditRun(findings: [finding])), by: author)
        let picture = try ScanPicture(jpeg: Samples.picture)
        let work = FindingWork(
            finding: try #require(try await hub.finding(1)), person: "Kim", note: nil,
            before: try SHA256.hexadecimal(of: picture.bytes))
        try await hub.record(.findingRepaired(work, RepairPictures(before: picture)), by: author)
        #expect(try await hub.proveTables().deviations == [])
        let connection = try PostgresConnection(place.address)
        for change in ["SET after = before", "SET before = NULL, after = NULL", "SET finding = 2"] {
            try connection.change("UPDATE repair_pictures \(change)")
            #expect(try await hub.proveTables().deviations?.first?.subject == "finding 1", "\(change)")
        }
    }

    private func bytes(_ chain: ChainName) -> [UInt8] {
        stride(from: 120, through: 0, by: -8).map { UInt8(truncatingIfNeeded: chain.bits >> UInt128($0)) }
    }
}
