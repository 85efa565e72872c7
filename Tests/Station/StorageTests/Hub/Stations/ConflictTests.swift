import Doctor
import Faults
import Grants
import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

@Suite(.needsPostgreSQL, .takesTurns) struct `A conflict at a hub` {
    private let author = Author(station: "office", actor: "ada")
    private let place: HubPlace
    private let hub: HubRegistry
    private let station: BenchStation

    init() async throws {
        try await self.init(.direct)
    }

    private init(_ way: HubPlace.Way) async throws {
        place = try await HubPlace(way)
        hub = try await place.registry(now: Bench.clock())
        try await hub.record(.storesImported([try Samples.store("cupertino")], file: "stores.csv"), by: author)
        try await hub.record(.batchCreated(try Samples.batch("opening", (1...9).map { "t-\($0)" })), by: author)
        station = try await BenchStation.joined("north", hub)
        try await station.send(to: hub)
        // A stolen key signs entries that no registry would have made.
        var newest = try await station.registry.newestEntry()
        for number in 7...9 {
            let forged = try JournalEntry(
                of: .writeIntended(try Samples.write("t-\(number)", chip: UInt8(number))), by: station.author, at: .now,
                after: newest)
            _ = try await hub.take(try station.signed([forged]))
            newest = forged
        }
    }

    private func open() async throws -> [Int] {
        try await hub.conflicts(withSettled: false, limit: 9).map(\.number)
    }

    private func entries() async throws -> [JournalEntry] { try await hub.journal(from: 1, limit: 1_000) }

    @Test func `has a number, and names tag, chip and entry`() async throws {
        let conflicts = try await hub.conflicts(withSettled: true, limit: 9)
        #expect(conflicts.map(\.number) == [3, 2, 1])
        let last = try #require(conflicts.last)
        #expect(last.conflict == .writtenWithoutGrant(try name("t-7"), by: station.chain))
        #expect(last.uid == (try Samples.write("t-7", chip: 7)).uid && last.settled == nil && last.part == 0)
        #expect(last.sequence == (try await station.registry.newestEntry()?.sequence ?? 0) + 1)
    }

    @Test(arguments: [HubPlace.Way.direct, .pooled]) func `is settled once, with a reason, by the hub's journal`(
        way: HubPlace.Way
    ) async throws {
        let bench = try await Self(way)
        try await bench.settlesOnce()
    }

    private func settlesOnce() async throws {
        let before = try await entries().count
        let answer = try await hub.settle(conflict: 2, reason: "chip destroyed", by: author)
        #expect(answer.isNew && answer.conflict.number == 2)
        let settled = try #require(answer.conflict.settled)
        #expect(settled.reason == "chip destroyed" && settled.author == author)
        let entry = try #require(try await entries().last)
        #expect(entry.kind == "conflict-settled" && entry.author == author && entry.time == settled.time)
        #expect(entry.event == .hubMoved(.conflictSettled(answer.conflict.settlement("chip destroyed"))))
        #expect(try await open() == [3, 1])
        #expect(try HubDatabasePicture(lookingAt: place.address).openConflicts == [1, 3])
        #expect(try await hub.conflicts(withSettled: true, limit: 9).map(\.number) == [3, 1, 2])
        #expect(try await hub.conflicts(withSettled: true, limit: 9).last == answer.conflict)

        let again = try await hub.settle(conflict: 2, reason: "another one", by: Author(station: "x", actor: "y"))
        #expect(!again.isNew && again.conflict == answer.conflict)
        #expect(try await entries().count == before + 1)
        for number in [0, 4, -1, Int.max] {
            let error = await #expect(throws: GrantError.self) {
                try await hub.settle(conflict: number, reason: "x", by: author)
            }
            #expect(error?.code == .unknownConflict)
        }
        #expect(try await entries().count == before + 1)
        let proof = try await hub.proveTables()
        #expect(proof.brokenAt == nil && proof.deviations == [])
    }

    @Test func `is settled once where two daemons are asked at once`() async throws {
        let second = try await place.registry(daemon: "hub-2", chain: .drawn(), now: Bench.clock())
        let answers = try await withThrowingTaskGroup(of: ConflictAnswer.self) { group in
            for index in 0..<12 {
                let daemon = index.isMultiple(of: 2) ? hub : second
                group.addTask { [author] in
                    try await daemon.settle(conflict: 1 + index % 3, reason: "\(index)", by: author)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0.isNew } == 3)
        for number in 1...3 { #expect(Set(answers.map(\.conflict).filter { $0.number == number }).count == 1) }
        let kinds = try await entries() + second.journal(from: 1, limit: 99)
        #expect(kinds.count { $0.kind == "conflict-settled" } == 3)
        #expect(try await second.proveTables().deviations == [])
    }

    /// The owner of the database may do everything.
    @Test(arguments: [
        ("number", "30"), ("code", "'moved-without-grant'"), ("tag", "'t-1'"), ("tag", "NULL"), ("request", "4"),
        ("reason", "'none'"), ("chain", "settled_chain"), ("sequence", "sequence + 10"), ("part", "1"),
        ("noted", "noted + 1"), ("settled_chain", "chain"), ("settled_chain", "NULL"),
        ("settled_sequence", "settled_sequence - 1"), ("settled_sequence", "NULL"),
    ])
    func `that is settled is what its entry says, and a changed column is named`(
        column: String, value: String
    ) async throws {
        for number in [1, 2] { _ = try await hub.settle(conflict: number, reason: "looked at", by: author) }
        #expect(try await hub.proveTables().deviations == [])
        let connection = try PostgresConnection(place.address)
        #expect(try connection.change("UPDATE conflicts SET \(column) = \(value) WHERE number = 2") == 1)
        let deviations = try #require(try await hub.proveTables().deviations)
        let subjects = deviations.filter { $0.subject.hasPrefix("conflict ") }
        #expect(Set(subjects.map(\.subject)) == (column == "number" ? ["conflict 2", "conflict 30"] : ["conflict 2"]))
        if column != "number" { #expect(subjects.first?.why.contains(column) == true, "\(subjects)") }
    }

    @Test func `is not settled by the database's owner, nor taken away once it is`() async throws {
        _ = try await hub.settle(conflict: 1, reason: "looked at", by: author)
        let connection = try PostgresConnection(place.address)
        try connection.change(
            """
            UPDATE conflicts SET settled_chain = known.settled_chain, settled_sequence = known.settled_sequence
            FROM conflicts AS known WHERE conflicts.number = 3 AND known.number = 1
            """)
        try connection.change("UPDATE conflicts SET settled_chain = NULL, settled_sequence = NULL WHERE number = 1")
        var subjects = try await hub.proveTables().deviations?.map(\.subject)
        #expect(subjects == ["conflict 3", "conflict 1"])
        try connection.change("DELETE FROM conflicts WHERE number = 1")
        subjects = try await hub.proveTables().deviations?.map(\.subject)
        #expect(subjects?.contains("conflict 1") == true)
    }

    /// As a daemon of the version before writes it.
    @Test func `that an older daemon has noted has a number as well`() async throws {
        try PostgresConnection(place.address).change(
            """
            INSERT INTO conflicts (chain, sequence, part, code, tag, request, reason, noted)
            SELECT chain, sequence, 1, code, tag, request, reason, noted + 1 FROM conflicts WHERE number = 3
            """)
        #expect(try await open() == [4, 3, 2, 1])
        #expect(try await hub.settle(conflict: 4, reason: "looked at", by: author).isNew)
        #expect(try await hub.proveTables().deviations == [])
    }

    @Test(arguments: CuttingProxy.Side.allCases) func `is settled once, whenever the connection is cut`(
        side: CuttingProxy.Side
    ) async throws {
        let connection = try PostgresConnection(place.address)
        let proxy = try CuttingProxy(before: try await PrivatePostgreSQL.shared.value.host)
        let daemon = try await place.registry(
            daemon: "hub-2", chain: .drawn(), through: proxy.host, pausing: false, now: Bench.clock())
        var cuts = 0
        while cuts < 400 {
            try connection.change(
                """
                INSERT INTO conflicts (chain, sequence, part, code, tag, request, reason, noted)
                SELECT chain, sequence, $1, code, tag, request, reason, noted + $1 FROM conflicts WHERE number = 3
                """, [.integer(Int64(cuts + 1))])
            proxy.cut(at: cuts + 1, of: side)
            let answer = try await daemon.settle(conflict: 4 + cuts, reason: "cut at \(cuts)", by: author)
            proxy.heal()
            #expect(answer.conflict.settled?.reason == "cut at \(cuts)")
            guard proxy.cuts == cuts + 1 else { break }
            cuts += 1
        }
        print("cut at \(cuts) messages of the \(side)")
        #expect(cuts >= 8 && cuts < 400)
        let settled = try await daemon.journal(from: 1, limit: 1_000).filter { $0.kind == "conflict-settled" }
        #expect(settled.count == cuts + 1)
        #expect(try await open() == [3, 2, 1])
        #expect(try await hub.proveTables().deviations == [])
    }
}
