import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// A chip breaks after its station has given it up, and its tag is written elsewhere.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `A tag that is replaced at the hub` {
    private func chip(_ number: Int) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
    }

    private func write(_ chip: ReaderEmulator.Type2Tag, _ station: TestStation) async throws {
        let bench = try PackingBench(station, try await station.addReader("bench"), "spring")
        try await bench.write(chip)
        let ending = try await bench.ending()
        #expect(ending.status == .exited(0), "\(ending)")
    }

    @Test func `is granted to another station, and written there to another chip`() async throws {
        let (old, new) = (chip(1), chip(2))
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 1)
            try await TestStation.run { berlin in
                try await TestStation.run { paris in
                    for (station, name) in [(berlin, "berlin"), (paris, "paris")] {
                        try await hub.enrol(station, as: name)
                    }
                    try await berlin.waymark("station", "take", "spring", "1")
                    try await berlin.sync()
                    try await write(old, berlin)
                    try await berlin.sync(expecting: nil)
                    let held = try await hub.waymark(
                        ["tag", "replace", "spring1", "--reason", "chip broken"], expecting: 1)
                    #expect(held.errors.contains("has the right to write tag spring1"), "\(held)")
                    try await berlin.waymark("station", "lend", old.uidText)
                    try await berlin.sync()
                    try await hub.waymark("tag", "replace", "spring1", "--reason", "chip broken")

                    try await paris.waymark("station", "take", "spring", "1")
                    try await paris.sync()
                    #expect(try await paris.ownTags(of: "spring") == ["spring1"])
                    try await write(new, paris)
                    for station in [paris, berlin] { try await station.sync(expecting: nil) }
                    let list = try await hub.waymark("tag", "list", "--batch", "spring", "--json").document
                    let tag = try #require((list["tags"] as? [[String: Any]])?.first)
                    #expect(tag["state"] as? String == "written" && tag["uid"] as? String == new.uidText)
                    #expect(try await hub.waymark("hub", "conflicts", "--all").output == "No conflicts.\n")
                    for verify in [
                        try await hub.waymark("journal", "verify", "--json"),
                        try await berlin.waymark("journal", "verify", "--json"),
                        try await paris.waymark("journal", "verify", "--json"),
                    ] {
                        let check = verify.document
                        #expect(
                            check["brokenAt"] == nil && (check["deviations"] as? [Any])?.isEmpty == true, "\(verify)")
                    }
                }
            }
        }
    }
}
