import Registry
import Storage
import Synchronization
import TestBench
import Testing

/// A station's clock that is set while it works.
@Suite struct `A clock that is set back` {
    /// Shows these times, in milliseconds, one after the other.
    private static func clock(_ times: Int64...) -> @Sendable () -> Timestamp {
        let rest = Mutex(times)
        return {
            rest.withLock { times in Timestamp(milliseconds: times.count > 1 ? times.removeFirst() : times[0]) }
        }
    }

    private func times(_ clock: @escaping @Sendable () -> Timestamp, entries: Int) async throws -> [String] {
        let folder = try TemporaryFolder()
        let registry = try SQLiteRegistry(path: folder["r.sqlite"], now: clock)
        let author = Author(station: "bench-1", actor: "alice")
        for number in 1...entries {
            try await registry.record(.chipRefused(try Samples.problem(nil, chip: UInt8(number))), by: author)
        }
        #expect(try await registry.verifyJournal().brokenAt == nil)
        #expect(try await registry.latestTime() == Timestamp(milliseconds: 900_000))
        return try await registry.journal(from: 1, limit: 10).map { "\($0.time.milliseconds / 100) \($0.kind)" }
    }

    @Test func `by a moment is waited for`() async throws {
        let clock = Self.clock(900_000, 899_100, 899_900)
        #expect(
            try await times(clock, entries: 3) == ["9000 chip-refused", "9000 chip-refused", "9000 chip-refused"])
    }

    @Test func `by more leaves an entry that says so`() async throws {
        let clock = Self.clock(900_000, 100_000, 100_500)
        #expect(
            try await times(clock, entries: 3) == [
                "9000 chip-refused", "1000 clock-set", "1000 chip-refused", "1005 chip-refused",
            ])
    }
}
