import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// What stations have written against the hub, and people who look at it.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `A chip that two stations took for a blank one` {
    private func write(_ station: TestStation) async throws {
        let bench = try PackingBench(station, try await station.addReader("bench"), "spring")
        try await bench.write(ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1)))
        let ending = try await bench.ending()
        #expect(ending.status == .exited(0), "\(ending)")
    }

    private func conflicts(_ ending: RunningProgram.Ending) throws -> [[String: Any]] {
        try #require(ending.document["conflicts"] as? [[String: Any]])
    }

    @Test func `is a conflict until a person says what was found`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 2)
            try await TestStation.run { berlin in
                try await TestStation.run { paris in
                    for (station, name) in [(berlin, "berlin"), (paris, "paris")] {
                        try await hub.enrol(station, as: name)
                        try await station.waymark("station", "take", "spring", "1")
                        try await station.sync(expecting: nil)
                        try await write(station)
                    }
                    for station in [berlin, paris] { try await station.sync(expecting: nil) }
                    let open = try conflicts(await hub.waymark("hub", "conflicts", "--json", expecting: 2))
                    let numbers = open.compactMap { $0["number"] as? Int }.sorted()
                    #expect(!numbers.isEmpty && numbers == Array(1...numbers.count))
                    let uid = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1)).uidText
                    for line in open {
                        #expect(line["code"] as? String == "contradiction" && line["tag"] as? String == "spring2")
                        #expect(line["station"] as? String == "paris" && line["uid"] as? String == uid)
                    }
                    try await settle(numbers, at: hub)
                }
            }
        }
    }

    private func settle(_ numbers: [Int], at hub: TestHub) async throws {
        for number in numbers {
            let words = ["hub", "settle", "\(number)", "--reason"]
            #expect(
                try await hub.waymark(words + ["the chip is spring1's"]).output == "conflict \(number) is settled\n")
            let again = try await hub.waymark(words + ["another reason"])
            #expect(again.errors.contains("it was settled before") && again.errors.contains("the chip is spring1's"))
        }
        let unknown = try await hub.waymark(["hub", "settle", "99", "--reason", "x"], expecting: 1)
        #expect(unknown.errors.contains("no conflict has number 99"))
        #expect(try await hub.waymark(["hub", "conflicts"]).output == "No conflicts.\n")
        let all = try conflicts(await hub.waymark(["hub", "conflicts", "--all", "--json"]))
        #expect(all.compactMap { $0["number"] as? Int }.sorted() == numbers)
        for line in all {
            let settled = try #require(line["settled"] as? [String: Any])
            #expect(settled["reason"] as? String == "the chip is spring1's" && settled["actor"] as? String != "")
        }
        #expect(try await hub.waymark(["hub", "conflicts", "--all"]).output.contains("the chip is spring1's"))
        let entries = try await hub.waymark(["journal", "list", "--kind", "conflict-settled"]).output
        #expect(entries.split(separator: "\n").count { $0.contains("conflict-settled") } == numbers.count)
        let check = try await hub.waymark(["journal", "verify", "--json"]).document
        #expect(check["brokenAt"] == nil && (check["deviations"] as? [Any])?.isEmpty == true, "\(check)")
    }
}
