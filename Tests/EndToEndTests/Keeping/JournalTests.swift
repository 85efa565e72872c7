import Foundation
import TestBench
import Testing

@Suite(.timeLimit(.minutes(10))) struct `The journal on the command line` {
    @Test func `is whole, and says so with the newest entry's digest`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let point = try await newestPoint(station)
            try await station.createBatch("b", tags: 1)
            try await station.waymark("journal", "verify", "--expect", point)
        }
    }

    @Test func `tells an entry that was changed, by its number`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            await station.stopDaemon()
            try await tamper(station, with: "UPDATE journal SET payload = '{}' WHERE sequence = 2")
            try await station.startDaemon()
            let ending = try await station.waymark("journal", "verify", expecting: 2)
            #expect(ending.output.hasPrefix("the chain breaks at entry 3: "))
        }
    }

    @Test func `tells a change of its newest entry when an earlier check was kept`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let point = try await newestPoint(station)
            await station.stopDaemon()
            try await tamper(
                station, with: "UPDATE journal SET payload = '{}' WHERE sequence = (SELECT max(sequence) FROM journal)")
            try await station.startDaemon()
            try await station.waymark("journal", "verify")
            let ending = try await station.waymark("journal", "verify", "--expect", point, expecting: 2)
            #expect(ending.output.contains("is not what it was: its digest is no longer"))
        }
    }

    @Test func `tells a journal that was cut short`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let point = try await newestPoint(station)
            await station.stopDaemon()
            try await tamper(
                station, with: "DELETE FROM journal WHERE sequence = (SELECT max(sequence) FROM journal)")
            try await station.startDaemon()
            try await station.waymark("journal", "verify", "--expect", point, expecting: 2)
        }
    }

    @Test func `is exported as one line an entry, each with its digest, which the next one bears`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let lines = try await station.waymark("journal", "export").output.split(separator: "\n")
            let entries = try lines.map { try JSONDecoder().decode(Exported.self, from: Data($0.utf8)) }
            #expect(entries.map(\.sequence) == Array(1...Int64(entries.count)))
            #expect(entries.dropFirst().map(\.previous) == entries.dropLast().map(\.digest))
            let from = try await station.waymark("journal", "export", "--from", "3").output.split(separator: "\n")
            #expect(from == Array(lines.dropFirst(2)))
        }
    }

    @Test func `lists the newest entries last`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let lines = try await station.waymark("journal", "list", "--last", "1").output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.last?.contains("batch-created") == true)
        }
    }

    private struct Exported: Decodable {
        let sequence: Int64
        let previous: String
        let digest: String
    }

    /// What a check prints for the next one: `N:DIGEST`.
    private func newestPoint(_ station: TestStation) async throws -> String {
        let output = try await station.waymark("journal", "verify").output
        let line = try #require(output.split(separator: "\n").last { $0.hasPrefix("newest: ") })
        return String(line.dropFirst("newest: ".count))
    }

    /// Somebody with the rights of the service's user and SQLite's own program.
    private func tamper(_ station: TestStation, with statement: String) async throws {
        let names = ["journal_is_not_edited", "journal_is_not_shortened"]
        let drops = names.map { "DROP TRIGGER \($0);" }.joined()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/sqlite3")
        process.arguments = [station.registry, drops + statement]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
