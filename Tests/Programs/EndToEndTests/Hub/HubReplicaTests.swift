import TestBench
import Testing
import UnixSystem

/// The real daemon, whose audits read evidence at a standby of its database.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `A hub with a replica for audits` {
    private func audit(_ hub: TestHub, _ words: String...) async throws -> (sightings: Int?, found: [String?]) {
        let document = try await hub.waymark(["audit", "--json"] + words, expecting: nil).document
        let summary = document["summary"] as? [String: Any]
        let findings = document["findings"] as? [[String: Any]] ?? []
        return (summary?["sightings"] as? Int, findings.map { $0["code"] as? String })
    }

    @Test func `finds there what has just come in, and says when the replica is away`() async throws {
        let primary = try await FailingServer()
        let standby = try await FailingServer(standbyOf: primary)
        try await TestHub.run(on: primary.host, auditingAt: standby.host) { hub in
            try await hub.createBatch("spring", tags: 3)
            func sightings(_ hour: Int, _ latitude: Double) -> String {
                (1...3).map { number in
                    "2026-11-19T\(hour):0\(number):00Z,https://f.example/s/c?tag=spring\(number),,\(latitude),-122.0322,5\n"
                }.joined()
            }
            let header = "time,url,uid,latitude,longitude,accuracy\n"
            let first = try hub.folder.write(header + sightings(10, 37.3230), to: "first.csv")
            let second = try hub.folder.write(header + sightings(11, 37.5), to: "second.csv")
            try await hub.waymark("sightings", "import", first)
            let fine = try await audit(hub, "--all")
            #expect(fine.sightings == 3 && fine.found == [])
            try await hub.waymark("sightings", "import", second)
            let everything = try await audit(hub, "--all")
            #expect(everything.sightings == 6 && everything.found != [], "\(everything)")
            let rows = try await audit(hub, "--since", "2000-01-01")
            #expect(rows.sightings == 6 && rows.found == everything.found, "\(rows)")

            func doctor() async throws -> String {
                try await RunningProgram(.hub, ["doctor", "--configuration", hub.folder["hub.json"]]).wait().output
            }
            let healthy = try await doctor()
            #expect(healthy.contains("the replica for audits follows the database"), "\(healthy)")

            try await standby.kill()
            let ill = try await doctor()
            #expect(ill.contains("replica-away") && ill.contains(standby.host), "\(ill)")
            let refused = try await hub.waymark("audit", "--all", expecting: nil)
            #expect(refused.status != .exited(0) && refused.errors.contains(standby.host), "\(refused)")
            #expect(refused.errors.contains("auditHosts"), "\(refused)")
            // Everything else goes on.
            try await hub.createBatch("summer", tags: 2)
            try await standby.start()
            #expect(try await audit(hub, "--all").sightings == 6)
        }
    }
}
