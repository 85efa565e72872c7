import Foundation
import Synchronization
import TestBench
import Testing
import UnixSystem

/// What a station's tags need comes down, with the real programs: each round is a program of its own.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.canRun, "\(PrivatePostgreSQL.obstacle ?? "")"))
struct `Documents of a hub` {
    private final class Count: Sendable {
        private let calls = Mutex(0)

        var value: Int { calls.withLock(\.self) }

        @discardableResult
        func add() -> Int {
            calls.withLock { calls in
                calls += 1
                return calls
            }
        }
    }

    private final class Kept: Sendable {
        let text = Mutex("")
    }

    /// A station that holds one tag, and has given another one back.
    private func withPair(_ body: (TestHub, TestStation) async throws -> Void) async throws {
        try await TestHub.run { hub in
            try await hub.createBatch("spring", tags: 3)
            try await TestStation.run { station in
                try await hub.enrol(station, as: "berlin")
                for _ in 1...2 {
                    try await station.waymark("station", "take", "spring", "1")
                    try await station.sync()
                }
                try await body(hub, station)
            }
        }
    }

    private func rename(_ text: String, at hub: TestHub) async throws {
        let file = try hub.folder.write(
            "store,name,latitude,longitude,radius\nc,\(text),37.3230,-122.0322,120\n", to: "\(text).csv")
        try await hub.waymark("store", "import", file)
    }

    private func stores(_ station: TestStation) async throws -> String {
        try await station.waymark("store", "list").output
    }

    @Test func `are asked for where they have changed, and not for what the station has done`() async throws {
        try await withPair { hub, station in
            let asked = Count()
            let count: LyingHub.Lie = { answer in
                asked.add()
                return answer
            }
            try await LyingHub.run(before: hub, at: LyingHub.documentPage, count) { liar in
                try station.call(at: liar.url, insteadOf: hub.url)
                try await station.waymark("station", "return", "2")
                try await station.sync()
                #expect(asked.value == 0)
                try await rename("Elsewhere", at: hub)
                try await station.sync()
                #expect(asked.value > 0)
                let calls = asked.value
                try await station.sync()
                #expect(asked.value == calls)
                #expect(try await stores(station).contains("Elsewhere"))
            }
        }
    }

    @Test func `come as well where they have changed behind a page of a round that has ended`() async throws {
        try await withPair { hub, station in
            let (asked, kept) = (Count(), Kept())
            let lie: LyingHub.Lie = { answer in
                switch asked.add() {
                case 1:
                    let mark = answer.firstMatch(of: #/"mark":"([^"]*)"/#).map { String($0.output.1) } ?? ""
                    kept.text.withLock { $0 = mark }
                    return answer.replacing(#""isLast":true"#, with: #""isLast":false"#)
                case 2: return "The round ends."
                case 3:
                    // The last page of what was before.
                    let none = #"{"batches":[],"deployments":[],"experiences":[],"stores":[]}"#
                    return #"{"documents":\#(none),"isLast":true,"mark":"\#(kept.text.withLock(\.self))","schema":1}"#
                default: return answer
                }
            }
            try await LyingHub.run(before: hub, at: LyingHub.documentPage, lie) { liar in
                try station.call(at: liar.url, insteadOf: hub.url)
                try await rename("Elsewhere", at: hub)
                let ended = try await station.sync(expecting: nil)
                #expect(ended.status != .exited(0), "\(ended)")
                try await rename("Nearby", at: hub)
                try await station.sync()
                #expect(try await stores(station).contains("Nearby"))
                #expect(asked.value > 3)
                let calls = asked.value
                try await station.sync()
                #expect(asked.value == calls)
            }
        }
    }

    @Test func `come once more where another program of the station has kept something meanwhile`() async throws {
        try await withPair { hub, station in
            let (asked, log) = (Count(), station.credentials + ".log")
            func text() throws -> String { try String(contentsOfFile: log, encoding: .utf8) }
            let write: LyingHub.Lie = { answer in
                guard asked.add() == 1, let former = try? String(contentsOfFile: log, encoding: .utf8) else {
                    return answer
                }
                let other = former.replacing(#/"page":"[^"]*"/#, with: #""page":"another""#)
                try? Data(other.utf8).write(to: URL(filePath: log))
                return answer
            }
            try await LyingHub.run(before: hub, at: LyingHub.documentPage, write) { liar in
                try station.call(at: liar.url, insteadOf: hub.url)
                #expect(try text().contains(#""page":"#))
                try await rename("Elsewhere", at: hub)
                try await station.sync()
                #expect(try !text().contains(#""page":"#))
                #expect(try await stores(station).contains("Elsewhere"))
                let calls = asked.value
                try await station.sync()
                #expect(asked.value > calls)
                #expect(try text().contains(#""page":"#))
            }
        }
    }

    @Test func `come all at once from a hub that gives no pages, and in pages when it does`() async throws {
        try await withPair { hub, station in
            try await LyingHub.run(before: hub, at: "", without: LyingHub.documentPage, { $0 }) { liar in
                try station.call(at: liar.url, insteadOf: hub.url)
                try await rename("Elsewhere", at: hub)
                try await station.sync()
                #expect(try await stores(station).contains("Elsewhere"))
                try station.call(at: hub.url, insteadOf: liar.url)
            }
            try await rename("Nearby", at: hub)
            try await station.sync()
            #expect(try await stores(station).contains("Nearby"))
        }
    }
}
