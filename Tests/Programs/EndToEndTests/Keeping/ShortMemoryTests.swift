import Foundation
import TestBench
import Testing
import UnixSystem

/// A machine with little memory, as far as its kernel tells the daemon: audits wait, and you read the true reason.
@Suite(.needsPrivateMounts, .timeLimit(.minutes(10))) struct `A station that is short of memory` {
    private static let header = "time,url,uid,latitude,longitude,accuracy\n"
    private static let sighting = "2026-11-19T17:10:38Z,https://f.example/s/c?tag=a1,,37.3230,-122.0322,9\n"

    private func audit(_ station: TestStation, rows: Int) async throws -> RunningProgram.Ending {
        let file = try station.folder.write(
            Self.header + String(repeating: Self.sighting, count: rows), to: "walk.csv")
        return try await station.waymark("audit", "--sightings", file, expecting: nil)
    }

    @Test func `refuses each audit when the machine has too little, and names the machine`() async throws {
        try await TestStation.run(surroundings: .memory(mebibytes: 50)) { station in
            try await station.createBatch("a", tags: 1)
            let ending = try await audit(station, rows: 1)
            #expect(ending.status == .exited(1))
            #expect(
                ending.errors == """
                    error: this is too much for the station's memory
                      why:  50 MiB are left, and 64 MiB must stay free
                      next: close what else runs on this machine, or give it more memory

                    """)
            let status = try await station.waymark("status").output
            #expect(status.contains("warning: memory-short: the station is short of memory"), "\(status)")
        }
    }

    /// A body is held whole, with what is made of it: 4 MiB of sightings take 24 MiB; 16 may be taken.
    @Test(.needs(.curl)) func `refuses a body that is too large, and takes the same rows piece by piece`() async throws
    {
        try await TestStation.run(surroundings: .memory(mebibytes: 80)) { station in
            try await station.createBatch("a", tags: 1)
            let rows = (4 << 20) / Self.sighting.utf8.count
            let content = Data((Self.header + String(repeating: Self.sighting, count: rows)).utf8)
            let request: [String: Any] = [
                "sightings": [["name": "walk.csv", "content": content.base64EncodedString()]], "listsTags": false,
                "wantsMap": false,
            ]
            let body = try station.folder.write(JSONSerialization.data(withJSONObject: request), to: "request.json")
            let refusal = try await station.ask("POST", "/v1/audits", body: "@\(body)")
            #expect(refusal.status == 503)
            #expect(refusal.document["code"] as? String == "memory-short")
            #expect(refusal.document["title"] as? String == "this is too much for the station's memory")
            let why = try #require(refusal.document["detail"] as? String)
            #expect(why.hasPrefix("the audit would take 2"), "\(why)")
            #expect(why.hasSuffix("MiB; 80 MiB are left, of which 64 MiB must stay free"), "\(why)")
            #expect(
                refusal.document["next"] as? String
                    == "import the sightings and audit everything (--all), or audit fewer at a time (--since, --batch)")
            let pieces = try await audit(station, rows: rows)
            #expect(pieces.status != .exited(1), "\(pieces)")
        }
    }

    /// Half of what is free is enough for 17 920 contents at once.
    @Test func `judges everything in parts`() async throws {
        let tags = 20_000
        try await TestStation.run(surroundings: .memory(mebibytes: 70)) { station in
            try await station.createBatch("a", tags: tags)
            let rows = (1...tags).map { number in
                let latitude = number % 1_000 == 0 ? 37.5 : 37.3230
                return "2026-11-19T17:10:38Z,https://f.example/s/c?tag=a\(number),,\(latitude),-122.0322,5\n"
            }
            let file = try station.folder.write(Self.header + rows.joined(), to: "walk.csv")
            try await station.waymark("sightings", "import", file)
            func audit() async throws -> [String: Any]? {
                try await station.waymark("audit", "--all", "--json", expecting: nil).document["summary"]
                    as? [String: Any]
            }
            for _ in 0..<2 {
                let summary = try #require(try await audit())
                #expect(summary["inside"] as? Int == tags - tags / 1_000 && summary["outside"] as? Int == tags / 1_000)
            }
            // Once: the second audit has only what is remarkable to judge.
            #expect(station.log.split(separator: "an audit judges in parts").count == 2)
        }
    }
}
