import Synchronization
import Testing

@testable import StationService

@Suite struct EditOrderTests {
    private let order = EditOrder()

    /// Lets tasks wait until it is opened.
    private final class Gate: Sendable {
        private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        func open() { continuation.finish() }
        func wait() async { for await _ in stream {} }
    }

    /// What has run, and how much of it at a time.
    private final class Counters: Sendable {
        private let state = Mutex((now: 0, most: 0, made: [Int]()))
        var most: Int { state.withLock(\.most) }
        var made: [Int] { state.withLock(\.made) }

        func begin() {
            state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
            }
        }

        func end(_ number: Int) {
            state.withLock { state in
                state.now -= 1
                state.made.append(number)
            }
        }
    }

    @Test func `edits of one thing do not run beside each other`() async throws {
        let running = Counters()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...50 {
                group.addTask {
                    try await order.alone(at: "a") {
                        running.begin()
                        await Task.yield()
                        running.end(number)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(running.most == 1)
        #expect(running.made.count == 50 && Set(running.made) == Set(1...50))
    }

    @Test func `edits of other things do not wait`() async throws {
        let (gate, begun) = (Gate(), Gate())
        async let slow = order.alone(at: "a") {
            begun.open()
            await gate.wait()
            return 1
        }
        await begun.wait()
        #expect(try await order.alone(at: "b") { 2 } == 2)
        gate.open()
        #expect(try await slow == 1)
    }

    @Test func `an edit that fails does not hold up the next`() async throws {
        struct Failure: Error {}
        await #expect(throws: Failure.self) { try await order.alone(at: "a") { throw Failure() } }
        #expect(try await order.alone(at: "a") { 2 } == 2)
    }

    @Test func `an edit whose client has gone while it waited is not made, and keeps its place`() async throws {
        let (gate, begun) = (Gate(), Gate())
        let edits = Counters()
        async let first: Void = order.alone(at: "a") {
            begun.open()
            await gate.wait()
            edits.end(1)
        }
        await begun.wait()
        let second = Task { try await order.alone(at: "a") { edits.end(2) } }
        second.cancel()
        let third = Task { try await order.alone(at: "a") { edits.end(3) } }
        gate.open()
        try await first
        await #expect(throws: CancellationError.self) { try await second.value }
        try await third.value
        #expect(edits.made == [1, 3])
    }
}
