import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

/// Parts of an audit of everything, as the daemons of a hub share them.
@Suite(.needsPostgreSQL, .takesTurns) struct `Parts of an audit` {
    private struct Daemons {
        let place: HubPlace
        let one: HubRegistry
        let other: HubRegistry

        init() async throws {
            place = try await HubPlace()
            one = try await place.registry(now: { Timestamp.now })
            other = try await place.registry(daemon: "hub-2", chain: .drawn(), now: { Timestamp.now })
        }
    }

    private func number(_ next: NextPart) -> Int? {
        if case .taken(let part, _) = next { part.number } else { nil }
    }

    @Test func `are taken by one daemon each, and again where that is not heard of for a minute`() async throws {
        let daemons = try await Daemons()
        let (one, other) = (daemons.one, daemons.other)
        #expect(try await one.takePart() == .none)
        let mark = try await one.beginJudging()
        try await one.openParts(3, by: mark)
        let parts = (0..<3).map { EvidencePart(number: $0, count: 3) }
        #expect(try await number(one.takePart()) == 0)
        #expect(try await number(other.takePart()) == 1)
        #expect(try await number(one.takePart()) == 2)
        #expect(try await one.takePart() == .othersWork)
        try await one.endPart(parts[0], by: mark, isJudged: true)
        #expect(try await !one.endParts(noting: [], by: mark))
        // Given back, it is free at once.
        try await one.endPart(parts[2], by: mark, isJudged: false)
        #expect(try await number(other.takePart()) == 2)

        let database = try PostgresConnection(daemons.place.address)
        try database.change("UPDATE audit_parts SET taken = taken - 50 WHERE number > 0")
        try await other.holdPart(parts[2])
        try database.change("UPDATE audit_parts SET taken = taken - 50 WHERE number > 0")
        #expect(try await number(one.takePart()) == 1, "the one that was not held")
        #expect(try await one.takePart() == .othersWork)
        // A slow daemon has done it all the same.
        for part in parts[1...] { try await other.endPart(part, by: mark, isJudged: true) }
        #expect(try await one.takePart() == .none)
        #expect(try await one.endParts(noting: [], by: mark))
        #expect(try await one.beginJudging().isCurrent)
    }

    @Test func `stay where an audit of the same plan finds them, and go with the plan`() async throws {
        let daemons = try await Daemons()
        let one = daemons.one
        var mark = try await one.beginJudging()
        try await one.openParts(4, by: mark)
        #expect(try await number(one.takePart()) == 0)
        try await one.endPart(EvidencePart(number: 0, count: 4), by: mark, isJudged: true)
        mark = try await one.beginJudging()
        try await one.openParts(7, by: mark)
        guard case .taken(let part, let own) = try await one.takePart() else {
            Issue.record("nothing to take")
            return
        }
        #expect(part == EvidencePart(number: 1, count: 4) && own.news == mark.news)

        try await one.record(
            .storesImported([try Samples.store("cupertino")], file: "s.csv"),
            by: Author(station: "hub", actor: "alice"))
        let changed = try await one.beginJudging()
        try #require(changed.plan != mark.plan, "another store is another plan")
        #expect(try await one.takePart() == .none)
        #expect(try await !one.endParts(noting: [], by: mark))
        try await one.openParts(2, by: changed)
        #expect(try await number(one.takePart()) == 0)
    }

    @Test func `are each judged once by many that ask at once`() async throws {
        let daemons = try await Daemons()
        let mark = try await daemons.one.beginJudging()
        try await daemons.one.openParts(40, by: mark)
        let taken = try await withThrowingTaskGroup(of: [Int].self) { group in
            for daemon in [daemons.one, daemons.other] {
                group.addTask {
                    var numbers: [Int] = []
                    while case .taken(let part, let mark) = try await daemon.takePart() {
                        numbers.append(part.number)
                        try await daemon.endPart(part, by: mark, isJudged: true)
                    }
                    return numbers
                }
            }
            return try await group.reduce(into: [Int]()) { $0 += $1 }
        }
        #expect(taken.sorted() == Array(0..<40))
        #expect(try await daemons.other.endParts(noting: [], by: mark))
    }
}
