import Foundation
import Glibc
import TestBench
import Testing

/// What is kept of people's devices.
@Suite(.timeLimit(.minutes(10))) struct PrivacyTests {
    private static let fruta = Repository.path("tags/fruta")

    private func walk(_ station: TestStation, device: String, time: String) throws -> String {
        try station.folder.write(
            """
            time,url,uid,latitude,longitude,accuracy,source,device
            \(time),https://fruta.example/store/cupertino?tag=q-cu-01,,37.323060,-122.032052,24,phone,\(device)
            \(time),https://fruta.example/store/cupertino?tag=q-cu-02,,37.323061,-122.032053,24,phone,\(device)

            """, to: "\(device).csv")
    }

    /// The registry's files that hold a text.
    private func files(_ station: TestStation, holding text: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: station.folder.path).filter { $0.hasPrefix("registry.") }
            .filter { try Data(contentsOf: URL(filePath: station.folder[$0])).range(of: Data(text.utf8)) != nil }
    }

    @Test func `a device's identifier is in no file of the station, its key is nobody else's to read`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let file = try walk(station, device: "Zoes-iPhone", time: "2026-11-19T17:10:38Z")
            try await station.waymark("sightings", "import", file)
            #expect(try files(station, holding: "iphone").isEmpty)
            // The file's own name is in the journal: whoever names a file after a person tells it.
            #expect(try files(station, holding: ",phone,Zoes-iPhone").isEmpty)
            let attributes = try FileManager.default.attributesOfItem(atPath: station.folder["device.key"])
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            let key = try Data(contentsOf: URL(filePath: station.folder["device.key"]))
            #expect(key.count == 32)
            // The same key after a restart: the same row is known.
            await station.stopDaemon()
            try await station.startDaemon()
            #expect(try await station.waymark("sightings", "import", file).output.contains("0 of them new"))
            #expect(try Data(contentsOf: URL(filePath: station.folder["device.key"])) == key)
        }
    }

    @Test func `a device is forgotten, and the journal does not say which`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let one = try walk(station, device: "d-one", time: "2026-11-19T17:10:38Z")
            let other = try walk(station, device: "d-other", time: "2026-11-19T17:30:38Z")
            try await station.waymark("sightings", "import", one, other)
            let ending = try await station.waymark("sightings", "forget", "--device", "d-one")
            #expect(ending.output == "2 sightings and 0 confirmations are erased\n")
            let entry = try #require(try await station.journal("evidence-forgotten").first)
            #expect(entry["sightings"] as? Int == 2 && entry["ofOneDevice"] as? Bool == true)
            #expect(entry.values.allSatisfy { "\($0)".contains("d-one") == false })
            let audit = try await station.waymark("audit", "--json", expecting: nil)
            #expect((audit.document["summary"] as? [String: Any])?["sightings"] as? Int == 2)
            try await station.waymark("sightings", "forget", expecting: 64)
            let rest = try await station.waymark("sightings", "forget", "--before", "2026-11-20")
            #expect(rest.output == "2 sightings and 0 confirmations are erased\n")
        }
    }

    @Test func `sightings expire, verdicts and findings stay`() async throws {
        try await TestStation.run(options: ["--keep-sightings", "30", "--trust-clock"]) { station in
            try await station.waymark("deployment", "load", Self.fruta)
            let file = try station.folder.write(
                """
                time,url,uid,latitude,longitude,accuracy
                2021-11-19T17:10:38Z,https://fruta.example/store/cupertino?tag=q-cu-01,,37.7793,-122.4193,9

                """, to: "old.csv")
            try await station.waymark("audit", "--sightings", file, expecting: 2)
            // It is erased when the daemon starts, and every six hours.
            await station.stopDaemon()
            try await station.startDaemon()
            while try await station.journal("evidence-forgotten").isEmpty { await Task.yield() }
            let entry = try #require(try await station.journal("evidence-forgotten").first)
            #expect(entry["cause"] as? String == "expired" && entry["sightings"] as? Int == 1)
            let audit = try await station.waymark("audit", "--since", "2000-01-01", "--json")
            #expect((audit.document["summary"] as? [String: Any])?["sightings"] as? Int == 0)
            #expect(try await station.waymark("finding", "list").output.contains("misplaced"))
            // The same walk, one year later: the verdict is still known.
            #expect(try await station.waymark("finding", "show", "1").output.contains("q-cu-01"))
        }
    }
}
