import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// The daemon ends without a word (SIGKILL) at random moments, while it works and while it starts; another one goes on.
///
/// `WAYMARK_POWER_CUTS` says how often. What SIGKILL leaves is what the kernel was given; what a real power cut leaves of
/// that is the subject of StorageTests.
@Suite(.timeLimit(.minutes(180))) struct `A station whose power goes` {
    private static let runs = ProcessInfo.processInfo.environment["WAYMARK_POWER_CUTS"].flatMap { Int($0) } ?? 12
    /// Runs on one registry; then a fresh one.
    private static let inARow = 100

    private struct Sum {
        var runs = 0
        var duringStart = 0
        var files = 0
        var written = 0
        var unfinished = 0
        var entries = 0
    }

    @Test func `opens, has a whole chain, and forgets nothing that it has said`() async throws {
        var sum = Sum()
        var random = SeededRandom()
        while sum.runs < Self.runs {
            let count = min(Self.inARow, Self.runs - sum.runs)
            try await TestStation.run { station in try await cut(station, count, &random, &sum) }
        }
        print(
            """
            power cuts (\(random)): \(sum.runs) while the station worked and \(sum.duringStart) while it started; \
            \(sum.files) requests were acknowledged, \(sum.written) tags were told to be written, \
            \(sum.unfinished) chips were left unfinished by a cut, \(sum.entries) entries are in the journals; nothing is missing
            """)
    }

    private func cut(
        _ station: TestStation, _ count: Int, _ random: inout SeededRandom, _ sum: inout Sum
    ) async throws {
        try await station.createBatch("a", tags: count * 20)
        let reader = try await station.addReader("bench")
        let load = StationLoad(station, reader)
        var newest = try await station.api.journal().last
        var files: Set<String> = []
        var chips: [String: Set<String>] = [:]
        for run in 1...count {
            let ended = try load.work(on: "a", round: run)
            try await strike(station, after: UInt32(random.next(below: 700_000)))
            for await _ in ended {}
            await station.killDaemon()
            if random.next(below: 4) == 0 {
                try await station.killStartingDaemon(after: UInt32(random.next(below: 200_000)))
                sum.duringStart += 1
            }
            try await station.startDaemon()

            _ = try await station.api.unbrokenJournal()
            let entries = try await station.api.journal(from: newest?.sequence ?? 1)
            #expect(entries.first == newest, "the newest entry that was known is another one")
            newest = entries.last
            for entry in entries {
                if entry.kind == "stores-imported", let file = entry["file"] { files.insert(file) }
                if let uid = entry["uid"] { chips[entry.kind, default: []].insert(uid) }
            }
            let said = load.said
            #expect(said.files.subtracting(files) == [], "run \(run)")
            for (told, kind) in [("writing", "write-intended"), ("written", "write-confirmed")] {
                let missing = said.chips[told, default: []].subtracting(chips[kind, default: []])
                #expect(missing == [], "run \(run): told to be \(told)")
            }
            let written = chips["write-confirmed", default: []]
            sum.unfinished += chips["write-intended", default: []].subtracting(written).count
            sum.runs += 1
        }
        for tag in try await station.api.tags(of: "a") where tag.state == "written" {
            #expect(tag.uid.flatMap { load.chip($0) }?.phoneView == .url(tag.url), "\(tag) is called written")
        }
        sum.files += load.said.files.count
        sum.written += load.said.chips["written", default: []].count
        sum.entries += newest?.sequence ?? 0
        await station.stopDaemon()
        let check = try await Witness.sqlite3.run([
            station.registry, "PRAGMA integrity_check; PRAGMA foreign_key_check",
        ])
        #expect(check.output == "ok\n")
    }

    /// Kills the daemon at a moment that is nobody's choice.
    private func strike(_ station: TestStation, after microseconds: UInt32) async throws {
        let daemon = try #require(station.daemon?.process.processIdentifier)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                try DedicatedThread.start("killer") {
                    usleep(microseconds)
                    kill(daemon, SIGKILL)
                    continuation.resume()
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
