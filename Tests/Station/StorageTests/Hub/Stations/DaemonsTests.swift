import Faults
import Grants
import HubStorage
import PostgreSQL
import Registry
import TestBench
import Testing

@Suite(.needsPostgreSQL, .takesTurns) struct `Several daemons of one hub` {
    private let author = Author(station: "office", actor: "ada")
    private let place: HubPlace
    private let first: HubRegistry
    private let second: HubRegistry

    init() async throws {
        place = try await HubPlace()
        first = try await place.registry(now: Bench.clock())
        second = try await place.registry(daemon: "hub-2", chain: .drawn(), now: Bench.clock())
        try await first.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        try await first.record(.batchCreated(try Samples.batch("opening", (1...300).map { "t-\($0)" })), by: author)
    }

    @Test func `give no tag twice over 64 requests at once, and the same answer to the same request`() async throws {
        var requests: [GrantRequest] = []
        let era = try await first.hubStanding().era
        for number in 0..<16 {
            let station = try await BenchStation.joined("station \(number)", number.isMultiple(of: 2) ? first : second)
            requests += try (1...4).map {
                GrantRequest(chain: station.chain, number: $0, era: era, batch: try name("opening"), count: 6)
            }
        }
        let hubs = [first, second]
        let answers = try await withThrowingTaskGroup(of: [GrantAnswer].self) { group in
            for (index, request) in requests.enumerated() {
                group.addTask {
                    let one = try await hubs[index % 2].answer(request)
                    return [one, try await hubs[(index + 1) % 2].answer(request)]
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let grants = answers.map { pair in
            pair.map { if case .given(let grant, _) = $0 { grant } else { nil } as Grant? }
        }
        for pair in grants { #expect(pair[0] == pair[1]) }
        let tags = grants.compactMap { $0[0] }.flatMap(\.tags)
        #expect(tags.count == 300 && Set(tags).count == 300)
        #expect(grants.count { $0[0] == nil } == 14)
        let proof = try await second.proveTables()
        #expect(proof.deviations == [])
    }

    @Test func `take one journal at once, and keep each entry once`() async throws {
        let station = try await BenchStation.joined("north", first)
        try await station.take(first, 9)
        for number in 1...9 { try await station.write("t-\(number)", chip: number) }
        let head = try await station.head()
        let all = try await station.upload(after: 0)
        let hubs = [first, second]
        let pieces = try await withThrowingTaskGroup(of: JournalPoint?.self) { group in
            for index in 0..<12 {
                let piece = try await station.upload(after: 0, upTo: Int64(3 + index))
                group.addTask { try await hubs[index % 2].take(index > 8 ? all : piece) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(pieces.contains(head))
        #expect(try await second.station(station.chain)?.head == head)
        for number in 1...9 { #expect(try await first.tag(name("t-\(number)"))?.state == .written) }
        #expect(try await first.proveTables().deviations == [])
        #expect(try await first.conflicts(withSettled: false, limit: 9) == [])
    }

    @Test func `know devices by one key, which the first one says`() async throws {
        #expect(try await first.hasDeviceKey("a1"))
        #expect(try await !second.hasDeviceKey("b2"))
        for hub in [first, second] { #expect(try await hub.hasDeviceKey("a1")) }
    }

    @Test func `make a key for devices only before anything is known by one`() async throws {
        #expect(try await first.mayMakeDeviceKey())
        let number = try await first.beginImport(.confirmations, file: "a.csv")
        #expect(try await second.mayMakeDeviceKey(), "nothing is kept yet")
        let row = KeptConfirmation(time: 1_795_000_000, url: "https://a.example/", outcome: "inRegion", device: nil)
        #expect(try await first.keep([row], import: number) == 1)
        #expect(try await !second.mayMakeDeviceKey())
        // A key that a daemon has from before is as good as ever.
        #expect(try await second.hasDeviceKey("b2"))
    }

    @Test func `make no key for devices where one is known`() async throws {
        #expect(try await first.hasDeviceKey("a1"))
        #expect(try await !second.mayMakeDeviceKey())
    }

    /// The database was set back to before either station took the tag along, and knows of it in no table.
    @Test(.timeLimit(.minutes(20))) func `lose no claim where two hear of one tag at once`() async throws {
        try await first.record(.batchCreated(try Samples.batch("summer", ["u-1"])), by: author)
        let north = try await BenchStation.joined("north", first)
        let south = try await BenchStation.joined("south", first)
        let database = try PostgresConnection(place.address)
        let returned = try await north.take(first, 1, of: "summer")
        try await north.close(returned)
        try database.change("UPDATE tags SET holder = NULL WHERE id = 'u-1'")
        try await south.take(first, 1, of: "summer")
        for table in ["grants", "tags WHERE id = 'u-1'"] { try database.change("DELETE FROM \(table)") }
        _ = try await first.beginEra(reason: "restored", by: author)

        // The first upload has written what it knows of the tag when it waits for its station's row.
        try database.change("BEGIN")
        try database.rows("SELECT 1 FROM stations WHERE name = 'south' FOR UPDATE")
        let (taken, givenBack) = (try await south.upload(after: 0), try await north.upload(after: 0))
        let (one, other) = (first, second)
        async let holding = other.take(taken)
        try await untilWaiting(1)
        async let returning = one.take(givenBack)
        try await untilWaiting(2)
        try database.change("COMMIT")
        _ = try await (holding, returning)
        let holders = try database.rows("SELECT encode(holder, 'hex') FROM unplanned_tags WHERE id = 'u-1'")
        #expect(try holders.map { try $0.text(0) } == ["\(south.chain)"])
        #expect(try database.rows("SELECT 1 FROM claims").isEmpty)
    }

    /// Until so many sessions wait for locks of others.
    private func untilWaiting(_ count: Int) async throws {
        let observer = try PostgresConnection(place.address)
        let waiting = """
            SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            """
        while try observer.rows(waiting).count < count { try await Task.sleep(for: .milliseconds(2)) }
    }
}

@Suite(.needsPostgreSQL, .takesTurns) struct `A hub whose connection is cut` {
    private let author = Author(station: "office", actor: "ada")

    @Test(arguments: CuttingProxy.Side.allCases) func `keeps each entry once and gives each grant once`(
        side: CuttingProxy.Side
    ) async throws {
        let place = try await HubPlace()
        let direct = try await place.registry(daemon: "hub-2", chain: .drawn(), now: Bench.clock())
        try await direct.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        try await direct.record(.batchCreated(try Samples.batch("opening", (1...400).map { "t-\($0)" })), by: author)
        let station = try await BenchStation.joined("north", direct)
        let proxy = try CuttingProxy(before: try await PrivatePostgreSQL.shared.value.host)
        let hub = try await place.registry(through: proxy.host, now: Bench.clock())
        var (written, cuts) = (0, 0)
        while written < 400 {
            proxy.cut(at: cuts + 1, of: side)
            let grant = try await station.take(hub, 1)
            written += 1
            #expect(grant.tags.map(\.text) == ["t-\(written)"])
            try await station.write("t-\(written)", chip: written)
            let known = try #require(try await direct.station(station.chain))
            let upload = try await station.upload(after: known.head?.sequence ?? 0)
            #expect(try await hub.take(upload) == station.head())
            proxy.heal()
            guard proxy.cuts == cuts + 1 else { break }
            cuts += 1
        }
        print("cut at \(cuts) messages of the \(side): \(proxy.lost)")
        #expect(cuts >= 60 && written < 400)
        for number in 1...written { #expect(try await direct.tag(name("t-\(number)"))?.state == .written) }
        #expect(try await direct.station(station.chain)?.head == station.head())
        #expect(try await direct.conflicts(withSettled: false, limit: 9) == [])
        let proof = try await direct.proveTables()
        #expect(proof.brokenAt == nil && proof.deviations == [])
    }

    /// What becomes of a change, with nothing of the database passing behind it.
    private enum Loss {
        /// It is kept, and the answer to COMMIT is lost.
        case answer
        /// The same, of a change without an entry of the hub's own chain.
        case answerWithoutEntry
        /// COMMIT does not come to the server.
        case commit
    }

    @Test func `takes its chain for its own after the outcome of several changes was not known`() async throws {
        let place = try await HubPlace()
        let proxy = try CuttingProxy(before: try await PrivatePostgreSQL.shared.value.host)
        let hub = try await place.registry(through: proxy.host, pausing: false, now: Bench.clock())
        let (station, secret) = (try BenchStation(try name("north")), BenchStation.digest())
        let expires = Timestamp(milliseconds: .max)
        try await hub.invite(
            StationInvitation(name: station.name, digest: secret, expires: expires), by: author)
        let application = try await station.application(secret)
        _ = try await hub.enrol(application, by: author)
        let count = try await hub.journal(from: 1, limit: 100).count
        let losses: [Loss] = [.answer, .answerWithoutEntry, .answer, .commit, .answerWithoutEntry, .commit, .answer]
        for (number, loss) in losses.enumerated() {
            let reader = ReaderRecord(name: try name("reader-\(number)"), connection: "usb")
            if loss == .commit {
                proxy.cut(atStatement: "COMMIT")
            } else {
                proxy.cut(atAnswer: "COMMIT", then: 1, forEver: true)
            }
            let error = await #expect(throws: RegistryError.self) {
                if loss == .answerWithoutEntry {
                    // It has enrolled before.
                    _ = try await hub.enrol(application, by: author)
                } else {
                    try await hub.record(.readerAdded(reader), by: author)
                }
            }
            #expect(error?.code == .registryAway)
            proxy.heal()
        }
        let last = try await hub.record(
            .readerAdded(ReaderRecord(name: try name("reader-9"), connection: "usb")), by: author)
        #expect(last.sequence == Int64(count + 4))
        #expect(try await hub.readers().map(\.name.text).sorted() == ["reader-0", "reader-2", "reader-6", "reader-9"])
        #expect(try await hub.verifyJournal().brokenAt == nil)
    }
}
