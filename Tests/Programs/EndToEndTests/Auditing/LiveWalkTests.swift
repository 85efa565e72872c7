import Foundation
import Glibc
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Walks with a reader: every tag is judged on the spot.
@Suite(.timeLimit(.minutes(10))) struct LiveWalkTests {
    private static let fruta = Repository.path("tags/fruta")

    private func chip(_ number: Int) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
    }

    /// A station with the example's NFC tags written, on the chips 1, 2, 3 ... in the order of the batch.
    private func written(
        _ station: TestStation, _ count: Int
    ) async throws -> (EmulatedReader, [ReaderEmulator.Type2Tag]) {
        try await station.waymark("deployment", "load", Self.fruta)
        let rows = (1...count).map { "w-\($0),\($0 % 2 == 1 ? "cupertino" : "san-francisco"),table \($0),nfc\n" }
        let file = try station.folder.write("tag,store,placement,medium\n" + rows.joined(), to: "walk.csv")
        try await station.waymark(
            "batch", "create", "walk", "--from", file, "--template", "https://fruta.example/store/{store}{?tag}")
        let reader = try await station.addReader("bench")
        let writing = try WritingProgram(station, "walk")
        var chips: [ReaderEmulator.Type2Tag] = []
        for number in 1...count {
            reader.antenna.insert(chip(number))
            try await writing.until("written")
            chips.append(try #require(reader.antenna.remove()))
        }
        let ending = try await writing.ending()
        #expect(ending.status == .exited(0), "\(ending)")
        return (reader, chips)
    }

    @Test(.needs(.gpsd, .gpspipe)) func `a tag at its store is fine, one of another store is misplaced, by gpsd`()
        async throws
    {
        try await TestStation.run { station in
            let (reader, chips) = try await written(station, 2)
            let gps = try FakeGPS(latitude: 37.3230, longitude: -122.0322)
            try await gps.ready()
            let walk = try LiveWalk(station, "--gpsd", gps.address, "--device", "zoe")
            let begun = try await walk.next("begun")
            #expect(abs((begun["latitude"] as? Double ?? 0) - 37.3230) < 1e-4)
            // 95 %: 19 m times the sentence's HDOP of 0.9.
            #expect((begun["accuracy"] as? Double).map { (1...100).contains($0) } == true)
            for chip in chips {
                reader.antenna.insert(chip)
                try await walk.next("tag")
                _ = reader.antenna.remove()
            }
            let tags = walk.tags
            #expect(tags.map { ($0["tag"] as? [String: Any])?["verdict"] as? String } == ["inside", "outside"])
            #expect((tags[0]["findings"] as? [Any])?.isEmpty == true)
            let finding = try #require((tags[1]["findings"] as? [[String: Any]])?.first)
            #expect(finding["code"] as? String == "misplaced")
            #expect(finding["stores"] as? [String] == ["san-francisco", "cupertino"])
            let ending = await walk.stop()
            await gps.stop()
            #expect(ending.status == .exited(2), "\(ending)")
            let summary = try #require(try ending.report["summary"] as? [String: Any])
            #expect(summary["sightings"] as? Int == 2)
            #expect(summary["inside"] as? Int == 1 && summary["outside"] as? Int == 1)
            let entry = try #require(try await station.journal("sightings-imported").first)
            #expect(entry["file"] as? String == "a walk" && entry["new"] as? Int == 2)
            #expect(try await station.waymark("finding", "list").output.contains("misplaced"))
        }
    }

    @Test func `without a receiver the auditor says where they are, and a plan ends the walk`() async throws {
        try await TestStation.run { station in
            let (reader, chips) = try await written(station, 1)
            try await station.waymark(
                "audit", "plan", "--batch", "walk", "--limit", "1%", "--output", station.folder["plan.csv"])
            let walk = try LiveWalk(station, "--at", "cupertino", "--plan", station.folder["plan.csv"])
            #expect(try await walk.next("begun")["remaining"] as? Int == 1)
            reader.antenna.insert(chips[0])
            let ending = await walk.ending()
            #expect(ending.status == .exited(0), "\(ending)")
            #expect(walk.tags.map { $0["remaining"] as? Int } == [0])
            let sample = try #require(try ending.report["sample"] as? [String: Any])
            #expect(sample["decision"] as? String == "accepted")
        }
    }

    @Test func `a tag that stays on the reader is judged once`() async throws {
        try await TestStation.run { station in
            let (reader, chips) = try await written(station, 2)
            let walk = try LiveWalk(station, "--at", "37.3230,-122.0322")
            try await walk.next("begun")
            reader.antenna.insert(chips[0])
            try await walk.next("tag")
            // It still lies there; the next line is about the next tag.
            _ = reader.antenna.remove()
            reader.antenna.insert(chips[1])
            try await walk.next("tag")
            _ = await walk.stop()
            #expect(walk.tags.count == 2)
            #expect(Set(walk.tags.compactMap { ($0["tag"] as? [String: Any])?["uid"] as? String }).count == 2)
        }
    }

    @Test(
        .needs(.gpsd, .gpspipe), arguments: [(StandingReceiver.Sky.noFix, "too few satellites"), (.flat, "no height")])
    func `a station that does not know its place writes nothing, and says why`(
        _ sky: StandingReceiver.Sky, _ reason: String
    ) async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            _ = try await station.addReader("bench")
            let gps = try FakeGPS(latitude: 37.3230, longitude: -122.0322, sky: sky)
            try await gps.ready()
            let ending = try await station.waymark("write", "fruta-nfc", "--gpsd", gps.address, expecting: 75)
            await gps.stop()
            #expect(ending.errors.hasPrefix("error: this place is not known\n  why:  "))
            #expect(ending.errors.contains(reason))
        }
    }

    @Test(.needs(.gpsd, .gpspipe)) func `a station far from the batch's store writes nothing`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            _ = try await station.addReader("bench")
            let gps = try FakeGPS(latitude: 48.8566, longitude: 2.3522)
            try await gps.ready()
            let ending = try await station.waymark("write", "fruta-nfc", "--gpsd", gps.address, expecting: 1)
            await gps.stop()
            #expect(ending.errors.contains("outside its region") && ending.errors.contains("--shipping"))
        }
    }

    /// 75 is for what may come another time: a fix. A gpsd that is away has to be started.
    @Test func `without gpsd nothing is written`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let ending = try await station.waymark("write", "fruta-nfc", "--gpsd", "127.0.0.1:1", expecting: 1)
            #expect(ending.errors.contains("no gpsd answers at 127.0.0.1, port 1"))
        }
    }

    @Test func `without gpsd a walk does not begin`() async throws {
        try await TestStation.run { station in
            let ending = try await station.waymark("audit", "--live", "--gpsd", "127.0.0.1:1", expecting: 1)
            #expect(ending.errors.contains("no gpsd answers at 127.0.0.1, port 1"))
            let nowhere = try await station.waymark("audit", "--live", "--at", "atlantis", expecting: 64)
            #expect(nowhere.errors.contains("atlantis is neither a store nor LAT,LON"))
        }
    }

    @Test(.needs(.curl)) func `of many walks that nobody ends the oldest is given up, and what was seen on it is kept`()
        async throws
    {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let sighting = """
                {"url":"https://fruta.example/store/cupertino?tag=q-cu-01","accuracy":9,"confidence":0.95,
                "place":{"latitude":37.3230,"longitude":-122.0322}}
                """
            func see(onWalk id: Int) async throws -> WebAnswer {
                try await station.ask("POST", "/v1/walks/\(id)/sightings", body: sighting)
            }
            var walks: [Int] = []
            for number in 0..<9 {
                let walk = try await station.ask("POST", "/v1/walks", body: "{}")
                walks.append(try #require(walk.document["id"] as? Int, "\(walk)"))
                if number == 0 { #expect(try await see(onWalk: walks[0]).status == 200) }
            }
            let givenUp = try await see(onWalk: walks[0])
            #expect(givenUp.status == 404 && givenUp.body.contains("unknown-walk"), "\(givenUp)")
            #expect(try await see(onWalk: walks[1]).status == 200)
            await station.stopDaemon()
            try await station.startDaemon()
            let rows = try await station.journal("sightings-imported").compactMap { $0["rows"] as? Int }
            #expect(rows.first == 1)
        }
    }
}
