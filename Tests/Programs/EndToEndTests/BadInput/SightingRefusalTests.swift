import Foundation
import TestBench
import Testing
import UnixSystem

/// Bad rows of sightings are counted and named, and the good ones count.
@Suite(.timeLimit(.minutes(10))) struct SightingRefusalTests {
    private static let header = "time,url,uid,latitude,longitude,accuracy\n"
    private static let good =
        "2026-11-19T17:10:38Z,https://fruta.example/store/cupertino?tag=t1,,37.3230,-122.0322,9\n"

    private func station(_ rows: String, _ body: (TestStation, String) async throws -> Void) async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,qr,")
            try await body(station, try station.folder.write(rows, to: "walk.csv"))
        }
    }

    @Test func `bad rows are named with their reasons and the good one counts`() async throws {
        let bad = [
            "yesterday,https://fruta.example/store/cupertino,,37.3,-122,9",
            "2026-11-19T17:10:38,https://fruta.example/store/cupertino,,37.3,-122,9",
            "2026-11-19T17:10:38Z,,,37.3,-122,9",
            "2026-11-19T17:10:38Z,https://fruta.example/store/cupertino,04A1,37.3,-122,9",
            "2026-11-19T17:10:38Z,https://fruta.example/store/cupertino,,91,-122,9",
            "2026-11-19T17:10:38Z,https://fruta.example/store/cupertino,,37.3,-122,-1",
            "2026-11-19T17:10:38Z,https://fruta.example/store/cupertino,,37.3",
        ]
        let rows = Self.header + bad.map { $0 + "\n" }.joined() + Self.good
        try await station(rows) { station, walk in
            let ending = try await station.waymark("audit", "--sightings", walk, expecting: 3)
            let named = ending.errors.split(separator: "\n").map(String.init)
            #expect(named.count == bad.count)
            for (line, text) in zip(2..., named) { #expect(text.hasPrefix("bad row: \(walk):\(line): ")) }
            #expect(ending.output.contains("7 bad rows were left out.") && ending.output.contains("sightings   1"))
            let json = try await station.waymark("audit", "--sightings", walk, "--json", expecting: 3).document
            let count = try #require(json["badRows"] as? [String: Any])["count"] as? Int
            #expect(count == bad.count)
            #expect((json["summary"] as? [String: Any])?["inside"] as? Int == 1)
        }
    }

    @Test func `the first hundred bad rows are named and all are counted`() async throws {
        let bad = String(repeating: "yesterday,x:y,,1,2,3\n", count: 120)
        try await station(Self.header + bad + Self.good) { station, walk in
            let ending = try await station.waymark("audit", "--sightings", walk, expecting: 3)
            let named = ending.errors.split(separator: "\n").map(String.init)
            // One reason, and every line that it holds for.
            #expect(named.count == 2 && named.last == "bad rows: 20 more", "\(named)")
            #expect(named.first?.hasPrefix("bad row: \(walk):2-101: ") == true)
        }
    }

    /// Every kind of bad row at once, on files alone, with good rows between them.
    @Test func `rows that no parser likes are named and cost nothing but themselves`() async throws {
        let url = "https://fruta.example/store/cupertino?tag=t1"
        let kinds: [(row: [UInt8], reason: String)] = [
            (
                Array(
                    "2026-11-19T17:10:38Z,https://fruta.example/\(String(repeating: "a", count: 100_000)),,1,2,9".utf8),
                "field 2 is longer than 65536 bytes"
            ),
            (
                Array("2026-11-19T17:10:38Z,https://fruta.example/".utf8) + [0xC3, 0x28] + Array(",,1,2,9".utf8),
                "not valid UTF-8"
            ),
            (Array("2999-01-01T00:00:00Z,\(url),,1,2,9".utf8), "is in the future"),
            (Array("2026-11-19T17:10:38Z,\(url),04A1B2C3D4,1,2,9".utf8), "is not 4, 7, 8 or 10 bytes in hexadecimal"),
            (Array("2026-11-19T17:10:38Z,\(url),,1,181,9".utf8), "longitude 181 is outside -180...180"),
            (Array("2026-11-19T17:10:38Z,\(url),,1,2,-9".utf8), "accuracy -9 m is not between 0 and 20037508"),
        ]
        var file = Array(Self.header.utf8)
        for kind in kinds { file += kind.row + Array("\n".utf8) + Array(Self.good.utf8) }
        // No error, and vague: both are good rows.
        for accuracy in ["0", "10000"] {
            file += Array("2026-11-19T17:10:38Z,\(url),,37.3230,-122.0322,\(accuracy)\n".utf8)
        }
        let folder = try TemporaryFolder()
        let walk = folder["walk.csv"]
        try Data(file).write(to: URL(fileURLWithPath: walk))
        let stores = try folder.write(
            "store,name,latitude,longitude,radius\ncupertino,Fruta,37.3230,-122.0322,100\n", to: "stores.csv")
        let experiences = try folder.write(TestStation.experiences, to: "experiences.csv")
        let words = [
            "audit", "--stores", stores, "--experiences", experiences, "--template", TestStation.template,
            "--sightings", walk,
        ]
        let ending = try await RunningProgram(.commandLine, words).wait()
        #expect(ending.status == .exited(3))
        let named = ending.errors.split(separator: "\n").map(String.init).filter { $0.hasPrefix("bad row: ") }
        try #require(named.count == kinds.count)
        for (index, kind) in kinds.enumerated() {
            #expect(named[index].hasPrefix("bad row: \(walk):\(2 + 2 * index): "))
            #expect(named[index].contains(kind.reason))
        }
        #expect(ending.output.contains("sightings   8"))
    }

    @Test func `bad rows win over findings`() async throws {
        let away = "2026-11-19T17:10:38Z,https://fruta.example/store/cupertino?tag=t1,,37.7793,-122.4193,9\n"
        try await station(Self.header + away) { station, walk in
            try await station.waymark("audit", "--sightings", walk, expecting: 2)
            try station.folder.write(Self.header + away + "yesterday,x:y,,1,2,3\n", to: "walk.csv")
            let ending = try await station.waymark("audit", "--sightings", walk, expecting: 3)
            #expect(ending.output.contains("critical: misplaced"))
        }
    }

    @Test(
        arguments: [
            ("time,url\n", "column uid is missing"), ("", "the file is empty; a header row is needed"),
            ("time,url,uid,latitude,longitude,accuracy,url\n", "column url appears twice"),
        ])
    func `a wrong first row refuses the file`(text: String, reason: String) async throws {
        try await station(text) { station, walk in
            let complaint = try await station.refuses("audit", "--sightings", walk)
            #expect(complaint.message == "\(walk) is refused" && complaint.description.contains(reason))
        }
    }

    @Test func `an unknown batch and a report of an unknown form are refused`() async throws {
        try await station(Self.header + Self.good) { station, walk in
            let batch = try await station.refuses("audit", "--sightings", walk, "--batch", "summer")
            #expect(batch.message == "batch summer is not known")
            let form = try await station.refuses("audit", "--sightings", walk, "--report", "walk.docx", with: 64)
            #expect(form.reasons.joined().contains(".csv"))
        }
    }

    @Test func `a report that cannot be written does not cost the findings`() async throws {
        try await station(Self.header + Self.good) { station, walk in
            let report = station.folder["none/walk.csv"]
            let ending = try await station.waymark("audit", "--sightings", walk, "--report", report, expecting: 1)
            #expect(ending.output.contains("No findings."))
            #expect(try #require(Complaint(ending.errors)).message == "cannot write \(report)")
        }
    }

    @Test func `a bad file of stores refuses an audit on files alone`() async throws {
        let folder = try TemporaryFolder()
        let stores = try folder.write("store,name,latitude,longitude,radius\na,A,91,0,5\n", to: "stores.csv")
        let experiences = try folder.write(TestStation.experiences, to: "experiences.csv")
        let walk = try folder.write(Self.header + Self.good, to: "walk.csv")
        let words = ["audit", "--stores", stores, "--experiences", experiences, "--sightings", walk]
        let ending = try await RunningProgram(.commandLine, words).wait()
        #expect(ending.status == .exited(1) && ending.output.isEmpty)
        #expect(
            try #require(Complaint(ending.errors)).reasons == [
                "\(stores):2: latitude 91 is outside -90...90; latitude and longitude look exchanged"
            ])
    }
}
