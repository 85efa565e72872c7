import Testing

@testable import StationService

/// Work that is done one at a time.
@Suite(.timeLimit(.minutes(10))) struct TurnsTests {
    /// Work that says when it begins, and runs until a test ends it.
    private struct Held: Sendable {
        private let beginning = AsyncStream.makeStream(of: Void.self)
        private let ending = AsyncStream.makeStream(of: Void.self)

        func run() async {
            beginning.continuation.finish()
            for await _ in ending.stream {}
        }

        func hasBegun() async { for await _ in beginning.stream {} }
        func end() { ending.continuation.finish() }
    }

    private static func full(_ waiting: Int) -> StationError {
        StationError(.tooManySheets, "full", why: "\(waiting) wait", next: "wait")
    }

    private func begin(_ turns: Turns, _ work: Held) -> Task<Void, any Error> {
        Task { try await turns.alone(orElse: Self.full) { await work.run() } }
    }

    private func untilFull(_ turns: Turns) async {
        while (try? turns.check(orElse: Self.full)) != nil { await Task.yield() }
    }

    @Test func `too much of it is refused, and the rest comes in its order`() async throws {
        let turns = Turns(waiting: 1)
        let (first, second) = (Held(), Held())
        let running = begin(turns, first)
        await first.hasBegun()
        let waiting = begin(turns, second)
        await untilFull(turns)
        await #expect(throws: StationError.self) { try await turns.alone(orElse: Self.full) {} }
        first.end()
        await second.hasBegun()
        second.end()
        try await running.value
        try await waiting.value
        #expect(try await turns.alone(orElse: Self.full) { 7 } == 7)
    }

    @Test func `who is cancelled gives the place up to others`() async throws {
        let turns = Turns(waiting: 1)
        let (first, second, third) = (Held(), Held(), Held())
        let running = begin(turns, first)
        await first.hasBegun()
        let cancelled = begin(turns, second)
        await untilFull(turns)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        try turns.check(orElse: Self.full)
        let next = begin(turns, third)
        await untilFull(turns)
        first.end()
        await third.hasBegun()
        third.end()
        try await running.value
        try await next.value
    }

    @Test func `who is cancelled before is not begun, and holds nothing up`() async throws {
        let turns = Turns(waiting: 1)
        let (before, work) = (Held(), Held())
        let cancelled = Task {
            await before.run()
            try await turns.alone(orElse: Self.full) { await work.run() }
        }
        await before.hasBegun()
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(try await turns.alone(orElse: Self.full) { 7 } == 7)
    }
}
