import API
import Audit
import Cryptography
import Foundation
import HTTPMessages
import HTTPServer
import MemoryStorage
import Registry
import Testing

@testable import StationService

/// What apps' back ends hand in: kept when it is answered for, journalled once an hour.
@Suite struct ConfirmationIntakeTests {
    private let registry = MemoryRegistry(now: { StationBench.now }, recorded: { _, _ in })
    private let author = Author(station: "bench-1", actor: "token:app")

    private func intake(_ clock: SetClock) throws -> ConfirmationIntake {
        ConfirmationIntake(
            storage: registry, key: try DeviceKey(Array(repeating: 7, count: DeviceKey.byteCount)), now: clock.now)
    }

    private func body(_ numbers: Range<Int>, more: String = "") -> ScriptedPieces {
        let rows = numbers.map { "2026-11-20T10:00:00Z,https://a.example/\($0),inRegion,phone-\($0)\n" }
        return ScriptedPieces([Array(("time,url,outcome,device\n" + rows.joined() + more).utf8)])
    }

    private func imports() async throws -> [EvidenceImport] {
        try await registry.journal(from: 1, limit: 100).filter { $0.kind == "confirmations-imported" }.map { entry in
            try JSONDecoder().decode(EvidenceImport.self, from: Data(entry.payload.utf8))
        }
    }

    @Test func `an hour's requests are one import with one entry in the journal`() async throws {
        let clock = SetClock()
        let intake = try intake(clock)
        for request in 0..<5 {
            let answer = try await intake.take(body(request * 10..<request * 10 + 10), by: author)
            #expect(answer.rows == 10 && answer.new == 10 && answer.import == nil)
        }
        try await intake.journal()
        #expect(try await imports().isEmpty)
        clock.advance(seconds: 3_600)
        try await intake.journal()
        try await intake.journal()
        let first = try await imports()
        #expect(first.map(\.rows) == [50] && first[0].new == 50 && first[0].isComplete)
        #expect(first[0].file == "confirmations of token:app")
        #expect(try await intake.take(body(50..<51), by: author).new == 1)
        try await intake.journal(all: true)
        #expect(try await imports().map(\.rows) == [50, 1])
        #expect(await registry.openImports().isEmpty)
    }

    @Test func `what comes twice is kept once, and bad rows are counted`() async throws {
        let intake = try intake(SetClock())
        _ = try await intake.take(body(0..<10), by: author)
        let again = try await intake.take(body(0..<12, more: "yesterday,https://a.example/1,inRegion,x\n"), by: author)
        #expect(again.rows == 12 && again.new == 2 && again.badRows?.count == 1)
        try await intake.journal(all: true)
        let record = try #require(try await imports().first)
        #expect(record.rows == 22 && record.new == 12 && record.badRows == 1)
    }

    @Test func `requests of one sender at a time share one import`() async throws {
        let intake = try intake(SetClock())
        let new = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<50 {
                group.addTask { try await intake.take(body(number..<number + 1), by: author).new }
            }
            return try await group.reduce(0, +)
        }
        #expect(new == 50)
        try await intake.journal(all: true)
        #expect(try await imports().map(\.new) == [50])
    }

    @Test func `an import that is fed is not journalled before it is whole`() async throws {
        let clock = SetClock()
        let intake = try intake(clock)
        let pieces = ScriptedPieces([Array("time,url,outcome,device\n".utf8)], waits: true)
        let running = Task { try await intake.take(pieces, by: author) }
        await pieces.isWaiting()
        clock.advance(seconds: 7_200)
        try await intake.journal()
        #expect(try await imports().isEmpty)
        // What comes after the hour goes into another import.
        _ = try await intake.take(body(1..<4), by: author)
        pieces.goOn(with: Array("2026-11-20T10:00:00Z,https://a.example/0,notInRegion,p\n".utf8))
        #expect(try await running.value.new == 1)
        try await intake.journal()
        #expect(try await imports().map(\.rows) == [1])
        try await intake.journal(all: true)
        #expect(try await imports().map(\.rows) == [1, 3])
    }

    @Test func `an import that is fed when all are journalled is waited for`() async throws {
        let intake = try intake(SetClock())
        let pieces = ScriptedPieces([Array("time,url,outcome,device\n".utf8)], waits: true)
        let running = Task { try await intake.take(pieces, by: author) }
        await pieces.isWaiting()
        let (waits, wait) = AsyncStream.makeStream(of: Void.self)
        let ending = Task {
            defer { wait.finish() }
            // Longer than a busy machine takes to bring the next piece.
            try await intake.journal(
                all: true,
                patience: Patience(.seconds(600)) {
                    wait.yield()
                    try await Task.sleep(for: .milliseconds(1))
                })
        }
        for await _ in waits.prefix(1) {}
        pieces.goOn(with: Array("2026-11-20T10:00:00Z,https://a.example/0,notInRegion,p\n".utf8))
        #expect(try await running.value.new == 1)
        try await ending.value
        #expect(try await imports().map(\.rows) == [1])
    }

    /// Its daemon was given up, and another has journalled it.
    @Test func `an import that something else has ended is followed by another`() async throws {
        let intake = try intake(SetClock())
        _ = try await intake.take(body(0..<2), by: author)
        try await registry.end(try #require(await registry.openImports().first), by: author)
        await #expect(throws: RegistryError.self) { _ = try await intake.take(body(2..<4), by: author) }
        #expect(try await intake.take(body(2..<4), by: author).new == 2)
        try await intake.journal(all: true)
        #expect(try await imports().map(\.new) == [2, 2])
    }

    private static let header = Array("time,url,outcome,device\n".utf8)

    /// A body of so many MiB and a header: rows of 4 KiB, which are all the same one.
    private func flood(_ mebibytes: Int) -> ScriptedPieces {
        let (start, end) = ("2026-11-20T10:00:00Z,https://a.example/", ",inRegion,phone\n")
        let path = String(repeating: "x", count: 4_096 - start.utf8.count - end.utf8.count)
        let row = Array((start + path + end).utf8)
        let piece = Array(repeating: row, count: 256).flatMap(\.self)
        return ScriptedPieces([Self.header] + Array(repeating: piece, count: mebibytes))
    }

    private func length(ofFlood mebibytes: Int) -> Int { mebibytes << 20 + Self.header.count }

    /// The refusal of what comes next, and how long its sender has to wait.
    private func refusal(_ body: () async throws -> EvidenceProgress) async throws -> (StationError, wait: Int) {
        let error = try await #require(throws: StationError.self) { _ = try await body() }
        let wait = try #require(error.retryAfter)
        #expect(error.status == 429 && error.problem.headers["Retry-After"] == String(wait))
        return (error, wait)
    }

    @Test func `who hands in too much has to wait, and what was taken is kept`() async throws {
        let clock = SetClock()
        let intake = try intake(clock)
        for mebibytes in [63, 2] { _ = try await intake.take(flood(mebibytes), by: author) }
        let wait = try await refusal { try await intake.take(body(2..<3), by: author) }.wait
        // Another sender does not wait for this one.
        _ = try await intake.take(body(3..<4), by: Author(station: "bench-1", actor: "token:other"))
        clock.advance(seconds: Int64(wait))
        #expect(try await intake.take(body(2..<3), by: author).new == 1)
        try await intake.journal(all: true)
        #expect(try await imports().map(\.new).reduce(0, +) == 3)
    }

    /// Sent again, it costs the same again: it must not be refused again on its way.
    @Test(arguments: [true, false])
    func `who waits as long as the answer says gets all of a body in`(isAnnounced: Bool) async throws {
        let clock = SetClock()
        let intake = try intake(clock)
        for mebibytes in [63, 2] { _ = try await intake.take(flood(mebibytes), by: author) }
        for mebibytes in [1, 8] {
            let length = isAnnounced ? length(ofFlood: mebibytes) : nil
            let wait = try await refusal {
                try await intake.take(flood(mebibytes), announcing: length, by: author)
            }.wait
            if isAnnounced {
                clock.advance(seconds: Int64(wait) - 2)
                _ = try await refusal { try await intake.take(flood(mebibytes), announcing: length, by: author) }
            }
            clock.advance(seconds: isAnnounced ? 2 : Int64(wait))
            let taken = try await intake.take(flood(mebibytes), announcing: length, by: author)
            #expect(taken.rows == mebibytes * 256)
        }
    }

    @Test func `a body that can never be taken is refused at once, and its parts are taken one after another`()
        async throws
    {
        let clock = SetClock()
        let intake = try intake(clock)
        let whole = flood(80)
        let error = try await #require(throws: StationError.self) {
            _ = try await intake.take(whole, announcing: length(ofFlood: 80), by: author)
        }
        #expect(
            error.status == 413 && error.retryAfter == nil && error.problem.next?.contains("at most 64 MiB") == true)
        #expect(await whole.next() == Self.header, "it was read")
        _ = try await intake.take(flood(63), announcing: length(ofFlood: 63), by: author)
        let rest = length(ofFlood: 17)
        let wait = try await refusal { try await intake.take(flood(17), announcing: rest, by: author) }.wait
        clock.advance(seconds: Int64(wait))
        #expect(try await intake.take(flood(17), announcing: rest, by: author).rows == 17 * 256)
    }

    @Test func `a body that does not say how long it is is refused when it is too long`() async throws {
        let intake = try intake(SetClock())
        let error = try await #require(throws: StationError.self) {
            _ = try await intake.take(flood(64), by: author)
        }
        #expect(error.status == 413)
        try await intake.journal(all: true)
        #expect(try await imports().map(\.new) == [1], "what came before is kept")
    }

    @Test func `what was announced and did not come is not counted`() async throws {
        let intake = try intake(SetClock())
        for number in 0..<3 {
            let progress = try await intake.take(body(number..<number + 1), announcing: 60 << 20, by: author)
            #expect(progress.new == 1)
        }
    }
}
