import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Chips that one station has written and another one has in hand.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `A chip that comes to another bench` {
    private static let oldURL = "https://f.example/s/c?tag=spring1"
    private static let newURL = "https://f.example/n/c?tag=spring1"

    private struct Shop {
        let hub: TestHub
        let berlin: TestStation
        let paris: TestStation
        let benches: [String: any PluggableReader]
        /// With the tag spring1, which berlin has written.
        let chip: ReaderEmulator.Type2Tag
    }

    /// berlin has written spring1, whose URL is another one since; paris holds spring2 and spring3.
    private func run(_ body: (Shop) async throws -> Void) async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 3)
            try await TestStation.run { berlin in
                try await TestStation.run { paris in
                    for (station, name, count) in [(berlin, "berlin", "1"), (paris, "paris", "2")] {
                        try await hub.enrol(station, as: name)
                        try await station.waymark("station", "take", "spring", count)
                        try await station.sync(expecting: nil)
                    }
                    let benches = [
                        "berlin": try await berlin.addReader("bench"), "paris": try await paris.addReader("bench"),
                    ]
                    let bench = try PackingBench(berlin, try #require(benches["berlin"]), "spring")
                    let chip = try await bench.write(
                        ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1)))
                    #expect(try await bench.ending().status == .exited(0))
                    try await berlin.sync(expecting: nil)
                    let file = try hub.folder.write("tag,store,placement,medium\nspring1,c,door,nfc\n", to: "new.csv")
                    try await hub.waymark(
                        "batch", "revise", "spring", "--from", file, "--template", "https://f.example/n/{store}{?tag}",
                        expecting: nil)
                    try await body(Shop(hub: hub, berlin: berlin, paris: paris, benches: benches, chip: chip))
                }
            }
        }
    }

    private func tag(_ ending: RunningProgram.Ending) throws -> [String: String] {
        let tags = try #require(ending.document["tags"] as? [[String: Any]])
        let tag = try #require(tags.first { $0["id"] as? String == "spring1" })
        let members = ["state", "uid", "url", "writtenURL", "placement"]
        return Dictionary(uniqueKeysWithValues: members.map { ($0, tag[$0] as? String ?? "") })
    }

    private func prove(_ ending: RunningProgram.Ending) {
        let check = ending.document
        #expect(check["brokenAt"] == nil && (check["deviations"] as? [Any])?.isEmpty == true, "\(ending)")
    }

    @Test func `is asked for by itself, comes when it is passed on, and is written there`() async throws {
        try await run { shop in
            let (hub, berlin, paris, chip) = (shop.hub, shop.berlin, shop.paris, shop.chip)
            let bench = try PackingBench(paris, try #require(shop.benches["paris"]), "spring")
            try await bench.put(chip)
            let refused = try await bench.untilEvent(of: chip, ["refused"])
            #expect(refused.code == "asked-for", "\(refused)")
            #expect(bench.reader.antenna.tag?.phoneView == .url(Self.oldURL))
            #expect(try await paris.waymark("station", "status").output.contains("the tag on chip \(chip.uidText)"))
            // berlin has the right to write it.
            try await paris.sync()
            let status = try await paris.waymark("station", "status").output
            #expect(
                status.contains("station berlin has the right to write the tag on chip \(chip.uidText)"), "\(status)")
            #expect(try await paris.ownTags(of: "spring") == ["spring2", "spring3"])

            try await berlin.waymark("station", "lend", chip.uidText)
            try await berlin.sync()
            try await paris.waymark("station", "borrow", chip.uidText)
            try await paris.sync()
            #expect(try await paris.ownTags(of: "spring") == ["spring1", "spring2", "spring3"])
            let list = ["tag", "list", "--batch", "spring", "--json"]
            #expect(try tag(try await paris.waymark(list)) == tag(try await hub.waymark(list)))
            #expect(try tag(try await paris.waymark(list))["state"] == "outdated")

            // Without a network.
            bench.reader.antenna.remove()
            try await bench.untilLookedAway()
            #expect(try await bench.write(chip).phoneView == .url(Self.newURL))
            for number in [2, 3] {
                try await bench.write(
                    ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number)))
            }
            #expect(try await bench.ending().status == .exited(0))
            try await paris.sync()
            let known = try tag(try await hub.waymark(list))
            #expect(known["state"] == "written" && known["uid"] == chip.uidText)
            #expect(known["writtenURL"] == Self.newURL)
            #expect(try tag(try await paris.waymark(list)) == known)
            #expect(try await hub.waymark("hub", "conflicts").output == "No conflicts.\n")

            // Back to where it was first written.
            try await paris.waymark("station", "lend", chip.uidText)
            try await paris.sync()
            try await berlin.waymark("station", "borrow", chip.uidText)
            try await berlin.sync()
            #expect(try tag(try await berlin.waymark(list)) == known)
            for station in [berlin, paris] { prove(try await station.waymark("journal", "verify", "--json")) }
            prove(try await hub.waymark("journal", "verify", "--json"))
        }
    }

    @Test func `is not written by who has no right, and not lent to who claims it`() async throws {
        try await run { shop in
            let (berlin, paris, chip) = (shop.berlin, shop.paris, shop.chip)
            let held = try await berlin.waymark("station", "borrow", chip.uidText, expecting: 1)
            #expect(held.errors.contains("this station has the right to write its tag spring1"), "\(held)")
            try await paris.waymark("station", "borrow", chip.uidText)
            try await paris.waymark("station", "borrow", "04:00:00:00:00:00:99")
            // Nothing is asked twice.
            let again = try await paris.waymark("station", "borrow", chip.uidText).output
            #expect(again.hasPrefix("request 2 asks"), "\(again)")
            try await paris.sync()
            let status = try await paris.waymark("station", "status", "--json").document
            let refusals = try #require(status["refused"] as? [[String: Any]])
            let codes = refusals.compactMap { ($0["refusal"] as? [String: Any])?["code"] as? String }
            #expect(codes.sorted() == ["chip-held", "unknown-chip"])
            // What berlin passes on it does not write any more, and asks for when the chip comes back.
            try await berlin.sync(expecting: nil)
            try await berlin.waymark("station", "lend", chip.uidText)
            let bench = try PackingBench(berlin, try #require(shop.benches["berlin"]), "spring")
            try await bench.put(chip)
            #expect(try await bench.untilEvent(of: chip, ["refused"]).code == "tag-not-held")
            #expect(bench.reader.antenna.tag?.phoneView == .url(Self.oldURL))
            let asked = try await berlin.waymark("station", "status").output
            #expect(asked.contains("waits for the tag on chip \(chip.uidText)"), "\(asked)")
            try await berlin.waymark("batch", "pause", "spring", "--reason", "no right")
            _ = try await bench.ending()
            let reason = try await berlin.waymark(
                "tag", "retire", "spring1", "--reason", "torn", expecting: 1)
            #expect(reason.errors.contains("this station does not hold it"), "\(reason)")
        }
    }
}
