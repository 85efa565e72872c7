import PostgreSQL
import TestBench
import Testing
import UnixSystem

/// The real daemons, which may take too little memory for an audit of everything at once.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `A hub with little memory for audits` {
    private static let tags = 1_600

    private struct Answer: Equatable {
        let sightings: Int?
        let inside: Int?
        let outside: Int?
        let found: [String?]
    }

    private func audit(_ hub: TestHub, _ words: String...) async throws -> Answer {
        let document = try await hub.waymark(["audit", "--json"] + words, expecting: nil).document
        let summary = document["summary"] as? [String: Any]
        let findings = document["findings"] as? [[String: Any]] ?? []
        func count(_ name: String) -> Int? { summary?[name] as? Int }
        return Answer(
            sightings: count("sightings"), inside: count("inside"), outside: count("outside"),
            found: findings.map { $0["message"] as? String })
    }

    /// Every tag twice; one in a hundred is far away.
    private func sightings(_ numbers: ClosedRange<Int>, hour: Int) -> String {
        "time,url,uid,latitude,longitude,accuracy\n"
            + numbers.map { number in
                let latitude = number % 100 == 0 ? 37.5 : 37.3230
                return "2026-11-19T\(hour):00:00Z,https://f.example/s/c?tag=spring\(number),,\(latitude),-122.0322,5\n"
            }.joined()
    }

    @Test func `judges in parts, and says what an audit of every row says`() async throws {
        try await TestHub.run(auditMemory: 1) { hub in
            try await hub.createBatch("spring", tags: Self.tags)
            for hour in 10...11 {
                let file = try hub.folder.write(sightings(1...Self.tags, hour: hour), to: "walk-\(hour).csv")
                try await hub.waymark("sightings", "import", file)
            }
            let everything = try await audit(hub, "--all")
            #expect(hub.daemon.errors.text.contains("an audit judges in parts"))
            #expect(everything.sightings == 2 * Self.tags && everything.outside == Self.tags / 100, "\(everything)")
            #expect(try await audit(hub, "--since", "2000-01-01") == everything)
            // All is settled now, but for what is remarkable.
            #expect(try await audit(hub, "--all") == everything)
            #expect(hub.daemon.errors.text.split(separator: "an audit judges in parts").count == 2)
        }
    }

    @Test func `judges parts that another daemon has opened`() async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: Self.tags)
            let file = try hub.folder.write(sightings(1...Self.tags, hour: 10), to: "walk.csv")
            try await hub.waymark("sightings", "import", file)
            // As a daemon that has died behind it.
            let owner = try hub.owner()
            try owner.change("UPDATE judging SET news = news + 1")
            try owner.change(
                """
                INSERT INTO audit_parts (number, parts, plan, news)
                SELECT number, 4, plan, news - 1 FROM judging, generate_series(0, 3) AS number
                """)
            try await hub.withAnotherDaemon { _ in
                while try !owner.rows("SELECT number FROM audit_parts WHERE NOT done").isEmpty {
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            let settled = try owner.rows("SELECT content FROM judged WHERE store IS NOT NULL").count
            #expect(settled == Self.tags - Self.tags / 100)
            #expect(try await audit(hub, "--all").outside == Self.tags / 100)
        }
    }
}
