import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// The real hub on the real PostgreSQL, and real stations with emulated readers.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `A hub and its stations` {
    private static func chip(_ number: Int) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
    }

    /// Writes every tag that a station holds, on chips from a number on. Returns the chips' UIDs.
    private func write(_ station: TestStation, _ batch: String, tags: Int, from number: Int) async throws -> [String] {
        let reader = try await station.addReader("bench")
        let bench = try PackingBench(station, reader, batch)
        var uids: [String] = []
        for index in 0..<tags {
            let chip = Self.chip(number + index)
            try await bench.write(chip)
            uids.append(chip.uidText)
        }
        let ending = try await bench.ending()
        #expect(ending.status == .exited(0), "\(ending)")
        return uids
    }

    private func tags(_ hub: TestHub, _ batch: String) async throws -> [[String: Any]] {
        try #require(
            try await hub.waymark("tag", "list", "--batch", batch, "--json").document["tags"] as? [[String: Any]])
    }

    @Test func `share a batch: no tag is at two stations, and the hub has what both have written`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 7)
            try await TestStation.run { berlin in
                try await TestStation.run { paris in
                    for (station, name, count) in [(berlin, "berlin", "3"), (paris, "paris", "10")] {
                        try await hub.enrol(station, as: name)
                        try await station.waymark("station", "take", "spring", count)
                        try await station.sync(expecting: nil)
                    }
                    let (first, second) = (
                        try await berlin.ownTags(of: "spring"), try await paris.ownTags(of: "spring")
                    )
                    #expect(first == ["spring1", "spring2", "spring3"])
                    #expect(second == ["spring4", "spring5", "spring6", "spring7"])
                    // Without the hub each writes what it holds.
                    async let north = write(berlin, "spring", tags: 3, from: 1)
                    async let south = write(paris, "spring", tags: 4, from: 11)
                    let uids = try await north + south
                    for station in [berlin, paris] { try await station.sync(expecting: nil) }
                    let rows = try await tags(hub, "spring")
                    #expect(rows.allSatisfy { $0["state"] as? String == "written" })
                    #expect(Set(rows.compactMap { $0["uid"] as? String }) == Set(uids))
                    #expect(try await hub.waymark("hub", "conflicts").output == "No conflicts.\n")
                    for station in [berlin, paris] { prove(try await station.waymark("journal", "verify", "--json")) }
                    prove(try await hub.waymark("journal", "verify", "--json"))
                }
            }
        }
    }

    private func prove(_ ending: RunningProgram.Ending) {
        let check = ending.document
        #expect(check["brokenAt"] == nil && (check["deviations"] as? [Any])?.isEmpty == true, "\(ending)")
    }

    @Test func `two daemons are one hub`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 5)
            try await hub.withAnotherDaemon { other in
                try await TestStation.run { station in
                    try await hub.enrol(station, as: "berlin")
                    try await station.waymark("station", "take", "spring", "2")
                    try await station.sync()
                    // What it is and holds is in the database; its token is good at each daemon.
                    try station.call(other, insteadOf: hub)
                    try await station.waymark("station", "take", "spring", "3")
                    try await station.sync()
                    #expect(try await station.ownTags(of: "spring").count == 5)
                    for daemon in [hub, other] {
                        let list = try await daemon.waymark("hub", "stations", "--json").document
                        let line = try #require((list["stations"] as? [[String: Any]])?.first)
                        #expect(line["held"] as? Int == 5)
                        prove(try await daemon.waymark("journal", "verify", "--json"))
                    }
                }
            }
        }
    }

    @Test func `a daemon with another key for devices does not start`() async throws {
        try await TestHub.run { hub in
            let (refused, _) = try await hub.withDeviceKey(Array(1...32))
            #expect(refused.status != .exited(0))
            #expect(
                refused.errors.contains("its key for devices is not the one that the hub's daemons have"), "\(refused)")
            // It makes none, by which the next start would say something else.
            let (keyless, hasKey) = try await hub.withDeviceKey(nil)
            #expect(keyless.status != .exited(0) && !hasKey)
            #expect(keyless.errors.contains("it has no key for devices"), "\(keyless)")
            // The one that has said which it is starts again.
            try await hub.killAndRestart()
        }
    }

    @Test func `the hub decides what is true: changes come down, and are refused at a station`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 2)
            try await TestStation.run { station in
                try await hub.enrol(station, as: "berlin")
                try await station.waymark("station", "take", "spring", "2")
                try await station.sync()
                let file = try station.folder.write(
                    "store,name,latitude,longitude,radius\nc,Elsewhere,37.3230,-122.0322,120\n", to: "own.csv")
                let refused = try await station.waymark("store", "import", file, expecting: 1)
                #expect(refused.errors.contains("decides this for all its stations"))
                try await hub.waymark("store", "import", file)
                try await station.sync()
                #expect(try await station.waymark("store", "list").output.contains("Elsewhere"))
            }
        }
    }

    @Test func `a secret works once, and a station of another hub does not join`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 1)
            let secret = try await hub.waymark("hub", "invite", "berlin").output
            try await TestStation.run { first in
                let file = try first.folder.write(secret, to: "secret.txt")
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
                let words = ["station", "join", hub.url, "--secret-file", file, "--credentials"]
                try await first.waymark(words + [first.credentials])
                try await TestStation.run { second in
                    let ending = try await second.waymark(words + [second.credentials], expecting: 1)
                    #expect(ending.errors.contains("the station does not enrol"), "\(ending)")
                    #expect(!FileManager.default.fileExists(atPath: second.credentials))
                }
                let again = try await first.waymark(words + [first.folder["other.json"]], expecting: 1)
                #expect(again.errors.contains("it is station berlin of"))
            }
        }
    }

    @Test func `a station that is lost holds nothing, and comes back with empty hands`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 2)
            try await TestStation.run { station in
                try await hub.enrol(station, as: "berlin")
                try await station.waymark("station", "take", "spring", "2")
                try await station.sync()
                try await hub.waymark("hub", "lost", "berlin", "--reason", "stolen", "--yes")
                let away = try await station.sync(expecting: 1)
                #expect(away.errors.contains("the hub does not know the station"), "\(away)")
                // Its planned tags are retired: their rows have fresh identifiers.
                let states = try await tags(hub, "spring").compactMap { $0["state"] as? String }
                #expect(states.count { $0 == "planned" } == 2)
                try await station.waymark("station", "leave", "--reason", "lost", "--yes")
                try FileManager.default.removeItem(atPath: station.credentials)
                let file = try station.folder.write("a secret that is not used", to: "secret.txt")
                let unsent = try await station.waymark(
                    "station", "join", hub.url, "--secret-file", file, "--credentials", station.credentials,
                    expecting: 1)
                #expect(unsent.errors.contains("may lack what was written until the station left"), "\(unsent)")
                try await hub.enrol(station, as: "berlin", with: "--yes")
                #expect(try await station.ownTags(of: "spring").isEmpty)
                try await station.waymark("station", "take", "spring", "2")
                try await station.sync()
                #expect(try await station.ownTags(of: "spring").count == 2)
                #expect(try await station.ownTags(of: "spring").isDisjoint(with: ["spring1", "spring2"]))
            }
        }
    }

    @Test func `a station that has left sends what it has written, and the rest is free`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 2)
            try await TestStation.run { station in
                try await hub.enrol(station, as: "berlin")
                try await station.waymark("station", "take", "spring", "2")
                try await station.sync()
                let bench = try PackingBench(station, try await station.addReader("bench"), "spring")
                let chip = try await bench.write(Self.chip(1))
                try await station.waymark("batch", "pause", "spring", "--reason", "the bench closes")
                _ = try await bench.ending()
                let left = try await station.waymark("station", "leave", "--reason", "closed", "--yes")
                #expect(left.errors.contains("keep the credentials until then"), "\(left)")
                #expect(try await status(station).contains("It is not known that the hub has heard of that"))
                // The second time it finds that all is done.
                for _ in 1...2 {
                    let last = try await station.sync()
                    #expect(last.errors.contains("the station has left, and the hub has all of it"), "\(last)")
                }
                #expect(try await status(station).contains("The hub has all that was journalled until then"))
                let states = try await tags(hub, "spring").map {
                    "\($0["state"] as? String ?? "") \($0["uid"] as? String ?? "")"
                }
                #expect(states == ["written \(chip.uidText)", "planned "])
                try await TestStation.run { other in
                    try await hub.enrol(other, as: "paris")
                    try await other.waymark("station", "take", "spring", "2")
                    try await other.sync(expecting: nil)
                    #expect(try await other.ownTags(of: "spring") == ["spring2"])
                }
                #expect(try await hub.waymark("hub", "conflicts").output == "No conflicts.\n")
                prove(try await hub.waymark("journal", "verify", "--json"))
            }
        }
    }

    @Test func `a station that joins again sends first what it journalled until it left`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 1)
            try await TestStation.run { station in
                try await hub.enrol(station, as: "berlin")
                try await station.waymark("station", "take", "spring", "1")
                try await station.sync()
                try await station.waymark("station", "leave", "--reason", "moved", "--yes")
                let file = try station.folder.write("a secret that is not used", to: "secret.txt")
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
                let refused = try await station.waymark(
                    "station", "join", hub.url, "--secret-file", file, "--credentials", station.credentials,
                    expecting: 1)
                #expect(refused.errors.contains("exists already"), "\(refused)")
                #expect(try await status(station).contains("The hub has all that was journalled until then"))
                try FileManager.default.removeItem(atPath: station.credentials)
                try await hub.enrol(station, as: "berlin")
                try await station.waymark("station", "take", "spring", "1")
                try await station.sync()
                // It was given back, and is the same one.
                #expect(try await station.ownTags(of: "spring") == ["spring1"])
            }
        }
    }

    @Test(.needs(.curl)) func `one entry of several megabytes goes up with the rest`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 2)
            try await TestStation.run { station in
                try await hub.enrol(station, as: "berlin")
                try await station.waymark("station", "take", "spring", "1")
                try await station.sync()
                // Each quotation mark takes four characters of the upload.
                let stock = String(repeating: #"\""#, count: 2 << 20)
                let digest = String(repeating: "a", count: 64)
                let sheet = #"{"batch":"spring","stock":"\#(stock)","digest":"\#(digest)","cells":[]}"#
                let file = try station.folder.write(sheet, to: "sheet.json")
                let made = try await station.ask("POST", "/v1/sheets", body: "@\(file)")
                #expect(made.status == 201, "\(made.code ?? "")")
                try await station.waymark("station", "take", "spring", "1")
                try await station.sync()
                #expect(try await station.ownTags(of: "spring") == ["spring1", "spring2"])
                let list = try await hub.waymark("hub", "stations", "--json").document
                let line = try #require((list["stations"] as? [[String: Any]])?.first)
                #expect(line["behind"] as? Int == 0)
            }
        }
    }

    private func status(_ station: TestStation) async throws -> String {
        try await station.waymark("station", "status", "--credentials", station.credentials).output
    }
}
