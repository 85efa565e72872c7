import Foundation
import PostgreSQL
import TestBench
import Testing
import UnixSystem

/// What a station sees of its hub's past, with the real programs.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `A station as a witness of its hub` {
    private func withPair(_ body: (TestHub, TestStation) async throws -> Void) async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 5)
            try await TestStation.run { station in
                try await hub.enrol(station, as: "berlin")
                try await station.waymark("station", "take", "spring", "2")
                try await station.sync()
                let status = try await station.status()
                #expect(status.output.contains("the hub's log of"), "\(status)")
                let verified = try await hub.verify()
                #expect(verified.status == .exited(0) && verified.output.contains("stations: waymark station status"))
                try await body(hub, station)
            }
        }
    }

    @Test func `refuses a hub whose database was changed, says why, and goes on when it is as before`() async throws {
        try await withPair { hub, station in
            let owner = try hub.owner()
            let changed = try owner.change("UPDATE journal SET actor = actor || 'x' WHERE kind = 'grant-taken'")
            #expect(changed == 1)
            let refused = try await station.sync(expecting: nil)
            #expect(
                refused.status == .exited(1) && refused.errors.contains("the hub's log proves nothing"), "\(refused)")
            let status = try await station.status(expecting: 2)
            #expect(
                status.output.contains("(log-damaged)") && status.output.contains("another one than at its station"))
            let verified = try await hub.verify()
            #expect(verified.status == .exited(2) && verified.output.contains("is missing, or it"), "\(verified)")
            try owner.change("UPDATE journal SET actor = left(actor, -1) WHERE kind = 'grant-taken'")
            try await station.sync()
            #expect(try await !station.status().output.contains("Refused"))
            #expect(try await hub.verify().status == .exited(0))
        }
    }

    @Test func `refuses a hub whose log was cut off, until it begins an era`() async throws {
        try await withPair { hub, station in
            let owner = try hub.owner()
            for table in ["checkpoints", "log_leaves", "log_nodes"] { try owner.change("DELETE FROM \(table)") }
            let before = try await station.ownTags(of: "spring")
            try await station.waymark("station", "take", "spring", "2")
            for _ in 0..<2 {
                let refused = try await station.sync(expecting: nil)
                #expect(
                    refused.status == .exited(1) && refused.errors.contains("the hub's past has changed"), "\(refused)")
            }
            #expect(try await station.ownTags(of: "spring") == before)
            let status = try await station.status(expecting: 2, json: true).document
            let log = try #require(status["log"] as? [String: Any])
            #expect((log["refusal"] as? [String: Any])?["code"] as? String == "hub-rewrote")
            try await hub.waymark("hub", "restored", "--reason", "the log was cut off")
            try await station.sync(expecting: nil)
            try await station.sync(expecting: nil)
            let after = try await station.status()
            #expect(!after.output.contains("Refused"), "\(after)")
        }
    }
}

extension TestStation {
    fileprivate func status(expecting status: Int32 = 0, json: Bool = false) async throws -> RunningProgram.Ending {
        var words = ["station", "status", "--credentials", credentials]
        if json { words.append("--json") }
        return try await waymark(words, expecting: status)
    }
}
