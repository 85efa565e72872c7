import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// What a station tells those who watch over machines.
@Suite(.needs(.curl), .timeLimit(.minutes(10))) struct `A station that is watched` {
    private static let python = Repository.path(".venv/bin/python")
    private static let hasPeers =
        FileManager.default.fileExists(atPath: python) || ProcessInfo.processInfo.environment["CI"] != nil

    @Test func `is well, and says of what`() async throws {
        try await TestStation.run { station in
            _ = try await station.addReader("bench")
            let health = try await station.ask("GET", "/healthz")
            #expect(health.status == 200 && health.document["status"] as? String == "ok", "\(health)")
            #expect(health.document["readers"] as? [String: Int] == ["ready": 1])
            #expect(health.document["isWritable"] as? Bool == true)
            #expect(((health.document["disk"] as? [String: Any])?["free"] as? Int ?? 0) > 0)
        }
    }

    @Test func `names a reader that does not serve, and goes on`() async throws {
        try await TestStation.run { station in
            let reader = try await station.addReader("bench")
            reader.unplug()
            var answer = try await station.ask("GET", "/healthz")
            while answer.document["status"] as? String == "ok" { answer = try await station.ask("GET", "/healthz") }
            #expect(answer.status == 200 && answer.document["status"] as? String == "warning")
            #expect(try await station.waymark("status").output.contains("warning: reader-failed: reader bench"))
        }
    }

    @Test(.enabled(if: hasPeers, "there is no .venv: run Scripts/python-peers"))
    func `tells figures that Prometheus' own parser reads, and that are true`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            for number in 1...2 {
                try await bench.write(
                    ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number)))
            }
            #expect(try await bench.ending().status == .exited(0))
            let answer = try await station.ask("GET", "/metrics")
            #expect(answer.type == "text/plain; version=0.0.4; charset=utf-8")
            let file = try station.folder.write(answer.body, to: "metrics.txt")
            let parsed = try await RunningProgram(
                path: Self.python,
                [Repository.path("Tests/Programs/EndToEndTests/Keeping/Peers/read_metrics.py"), file]
            ).wait()
            #expect(parsed.status == .exited(0), "\(parsed)")
            let samples = parsed.document.compactMapValues { $0 as? Double }
            #expect(samples["waymark_tags_total{outcome=written}"] == 2)
            #expect(samples["waymark_write_seconds_count{}"] == 2)
            #expect(samples["waymark_readers{state=ready}"] == 1)
            #expect((samples["waymark_exchanges_total{outcome=answered,reader=bench}"] ?? 0) > 20)
            #expect(samples["waymark_api_request_seconds_count{method=POST,route=/v1/jobs,status=201}"] == 1)
            let entries = try await station.api.unbrokenJournal()
            #expect(samples["waymark_journal_entries{}"] == Double(entries))
            #expect((samples["process_resident_memory_bytes{}"] ?? 0) > 1_000_000)
            #expect(abs((samples["process_start_time_seconds{}"] ?? 0) - Date.now.timeIntervalSince1970) < 600)
        }
    }

    @Test(.needsPrivateMounts) func `sends its log to systemd's journal with fields`() async throws {
        try await TestStation.run(surroundings: .journal) { station in
            await station.stopDaemon()
            let journal = try NotificationSocket(path: station.folder["journal/socket"])
            try await station.startDaemon()
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            let chip = try await bench.write(
                ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1)))
            var records = journal.states.makeAsyncIterator()
            var found: Set<String> = []
            while let record = await records.next() {
                let lines = Set(record.split(separator: "\n").map(String.init))
                guard lines.contains(where: { $0.hasPrefix("WAYMARK_TAG=") }) else { continue }
                found = lines
                break
            }
            #expect(
                found.isSuperset(of: [
                    "PRIORITY=6", "SYSLOG_IDENTIFIER=waymarkd", "WAYMARK_BATCH=a", "WAYMARK_READER=bench",
                    "WAYMARK_TAG=a1", "WAYMARK_UID=\(chip.uidText)",
                ]), "\(found)")
            #expect(found.contains { $0.hasPrefix("MESSAGE=station: a tag is written batch=a") }, "\(found)")
            #expect(!station.log.contains("a tag is written"), "the journal has it")
        }
    }
}
