import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// `/v1/events`, listened to without our own client.
@Suite(.timeLimit(.minutes(10)), .needs(.curl)) struct EventTests {
    /// A stream that curl reads, and what has come of it.
    private final class Listening: Sendable {
        private let curl: RunningProgram

        init(_ station: TestStation, _ query: String = "", after id: String? = nil) throws {
            var words = ["--silent", "--no-buffer", "--unix-socket", station.socket]
            if let id { words += ["--header", "Last-Event-ID: \(id)"] }
            curl = try RunningProgram(path: "curl", words + ["http://waymarkd/v1/events\(query)"])
        }

        struct Event {
            let id: String
            let kind: String
            let data: [String: Any]
        }

        var events: [Event] {
            curl.output.text.components(separatedBy: "\n\n").compactMap { block in
                let lines = block.split(separator: "\n")
                func field(_ name: String) -> String? {
                    lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
                }
                guard let id = field("id"), let kind = field("event"), let data = field("data") else { return nil }
                let document = try? JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
                return Event(id: id, kind: kind, data: document ?? [:])
            }
        }

        /// Waits for an event; the test's time limit is the limit.
        func until(_ kind: String, where isWanted: ([String: Any]) -> Bool = { _ in true }) async throws -> Event {
            while true {
                if let found = events.first(where: { $0.kind == kind && isWanted($0.data) }) { return found }
                try Task.checkCancellation()
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        func end() async {
            curl.process.terminate()
            _ = await curl.wait()
        }
    }

    @Test func `a bench can be followed: readers, jobs, tags and the journal`() async throws {
        try await TestStation.run { station in
            let all = try Listening(station)
            let tags = try Listening(station, "?topics=tags")
            #expect(try await all.until("reset").data["why"] as? String == "beginning")
            _ = try await tags.until("reset")
            try await station.createBatch("a", tags: 1)
            _ = try await all.until("batch") { $0["batch"] as? String == "a" }
            let reader = try await station.addReader("bench")
            _ = try await all.until("reader") { $0["name"] as? String == "bench" && $0["state"] as? String == "ready" }
            let writing = try WritingProgram(station, "a")
            _ = try await all.until("job") { $0["type"] as? String == "next" && $0["tag"] as? String == "a1" }
            reader.antenna.insert(ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1)))
            _ = try await all.until("tag") { $0["state"] as? String == "unfinished" }
            _ = try await all.until("tag") { $0["state"] as? String == "written" }
            _ = try await all.until("job") { $0["type"] as? String == "finished" && $0["done"] as? Int == 1 }
            #expect(try await writing.ending().status == .exited(0))
            try await station.waymark("reader", "remove", "bench")
            _ = try await all.until("reader-removed")
            _ = try await all.until("entry") { $0["kind"] as? String == "reader-removed" }
            _ = try await tags.until("tag") { $0["state"] as? String == "written" }
            #expect(Set(tags.events.map(\.kind)) == ["reset", "batch", "tag"])
            await all.end()
            await tags.end()
        }
    }

    @Test func `who comes back hears what was missed, or that too much was`() async throws {
        try await TestStation.run { station in
            let first = try Listening(station, "?topics=journal")
            let start = try await first.until("reset").id
            await first.end()
            try await station.createBatch("a", tags: 1)
            try await station.waymark("batch", "pause", "a")
            let second = try Listening(station, "?topics=journal", after: start)
            _ = try await second.until("entry") { $0["kind"] as? String == "batch-paused" }
            let kinds = second.events.compactMap { $0.data["kind"] as? String }
            #expect(kinds.last == "batch-paused" && kinds.contains("batch-created"))
            #expect(!second.events.contains { $0.kind == "reset" })
            let last = try #require(second.events.last?.id)
            await second.end()

            let third = try Listening(station, "?topics=journal", after: last)
            try await station.waymark("batch", "resume", "a")
            _ = try await third.until("entry") { $0["kind"] as? String == "batch-resumed" }
            #expect(third.events.count == 1, "nothing comes twice")
            await third.end()

            await station.stopDaemon()
            try await station.startDaemon()
            for id in [last, "nonsense", "0-0"] {
                let later = try Listening(station, after: id)
                #expect(try await later.until("reset").data["why"] as? String == "too-old")
                await later.end()
            }
        }
    }
}
