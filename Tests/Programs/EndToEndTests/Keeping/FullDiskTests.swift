import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// A small disk that becomes full while tags are written, and has room again.
@Suite(.needsPrivateMounts, .needs(.curl), .timeLimit(.minutes(10))) struct `A full disk` {
    private static func chip(_ number: Int) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
    }

    @Test func `at any exchange: the tag is finished or waits, nothing told is missing, and room lets it go on`()
        async throws
    {
        try await TestStation.run(surroundings: .disk(mebibytes: 16)) { station in
            let count = 60
            try await station.createBatch("a", tags: count)
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            let trap = CommandTrap(reader.antenna)
            let disk = try SmallDisk(station)
            var (full, finished, waited) = (0, 0, 0)
            var chips: [String: ReaderEmulator.Type2Tag] = [:]
            for number in 1...count {
                let chip = Self.chip(number)
                if full == number - 1 { trap.arm(at: number) { disk.fill() } }
                try await bench.put(chip)
                let first = try await bench.untilEvent(of: chip, ["written", "waiting"], orAny: ["waiting"])
                if trap.isArmed {
                    trap.disarm()
                } else if full == number - 1 {
                    full += 1
                }
                if first.type == "waiting" {
                    waited += 1
                    #expect(first.code == "disk-full")
                    let status = try await station.waymark("status").output
                    #expect(status.contains("failing: disk-full: "))
                    let health = try await station.ask("GET", "/healthz")
                    #expect(health.status == 503 && health.document["isWritable"] as? Bool == false)
                    disk.free()
                    try await bench.untilEvent("going-on")
                    try await bench.untilEvent(of: chip)
                } else if full == number {
                    finished += 1
                    disk.free()
                }
                let left = try #require(reader.antenna.remove())
                chips[left.uidText] = left
            }
            #expect(try await bench.ending().status == .exited(0))
            #expect(finished > 0 && waited > 0)
            _ = try await station.api.unbrokenJournal()
            let journal = try await station.api.journal()
            for event in bench.events where event.type == "written" {
                #expect(journal.contains { $0.kind == "write-confirmed" && $0["uid"] == event.uid })
            }
            let tags = try await station.api.tags(of: "a")
            for tag in tags {
                #expect(tag.state == "written" && tag.uid.flatMap { chips[$0] }?.phoneView == .url(tag.url), "\(tag)")
            }
            #expect(try await station.ask("GET", "/healthz").status == 200)
            print("full disks: \(full), at each exchange of a write; \(finished) finished, \(waited) waited")
        }
    }

    @Test func `refuses what it cannot keep, says so, and takes it when there is room`() async throws {
        try await TestStation.run(surroundings: .disk(mebibytes: 8)) { station in
            try await station.createBatch("a", tags: 1)
            let disk = try SmallDisk(station)
            let entries = try await station.api.unbrokenJournal()
            disk.fill()
            let file = try station.folder.write("tag,store,placement,medium\nb1,c,door,nfc\n", to: "b.csv")
            let create = ["batch", "create", "b", "--from", file, "--template", "https://f.example/s/{store}{?tag}"]
            let ending = try await station.waymark(create, expecting: 1)
            #expect(ending.errors.contains("why:  SQLite says: database or disk is full"))
            #expect(ending.errors.contains("next: free space on the disk of "))
            #expect(try await station.api.unbrokenJournal() == entries)
            let conditions = try await station.waymark("status", "--json").document["conditions"] as? [[String: Any]]
            #expect(conditions?.contains { $0["name"] as? String == "disk-full" } == true)
            disk.free()
            try await station.waymark(create)
            while try await station.ask("GET", "/healthz").status != 200 { await Task.yield() }
            #expect(try await station.waymark("status").output.contains("disk-full") == false)
        }
    }
}
