import Foundation
import PostgreSQL
import TestBench
import Testing
import UnixSystem

/// Files of evidence that are on their way to a hub when its daemon ends.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `An import at a hub` {
    private static let rows = """
        time,url,outcome,device
        2026-11-20T10:00:00Z,https://chain.example/s1?tag=t1,inRegion,p1

        """

    private func begin(_ hub: TestHub) async throws -> Int {
        let answer = try await hub.ask("POST", "/v1/confirmations?file=left.csv&more=true", body: Self.rows)
        return try #require(answer.document["import"] as? Int, "\(answer)")
    }

    /// In the chains of all runs of the daemon.
    private func journalled(_ hub: TestHub) throws -> [[String: Any]] {
        let rows = try hub.owner().rows(
            "SELECT payload FROM journal WHERE kind = 'confirmations-imported' ORDER BY time")
        return try rows.map { row in
            let payload = try #require(try row.text(0))
            return try #require(try JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any])
        }
    }

    @Test func `is journalled when its daemon ends, and at the next start of one that was killed`() async throws {
        try await TestHub.run { hub in
            let first = try await begin(hub)
            #expect(try journalled(hub).isEmpty)
            hub.daemon.process.terminate()
            try await hub.restart()
            #expect(try journalled(hub).map { $0["isComplete"] as? Bool } == [false])
            let second = try await begin(hub)
            #expect(second != first)
            try await hub.killAndRestart()
            let all = try journalled(hub)
            #expect(all.map { $0["file"] as? String } == ["left.csv", "left.csv"])
            #expect(all.allSatisfy { $0["isComplete"] as? Bool == false })
            // Of the former run's import nothing is continued.
            let late = try await hub.ask("POST", "/v1/confirmations?import=\(second)", body: Self.rows)
            #expect(late.status == 404 || late.status == 409, "\(late)")
        }
    }
}
