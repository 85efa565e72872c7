import Synchronization
import Testing

/// Tests with a hub's databases take turns: so many at a time, for a server has so many connections. A turn begins with a
/// test's first database, and ends with the test; in its turn a test has as many databases as it wants without waiting, so
/// that no two tests can wait for each other.
struct HubTurns: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await HubTurn().during(function)
    }
}

extension Trait where Self == HubTurns {
    /// Of each suite whose tests have databases of a hub.
    static var takesTurns: Self { HubTurns() }
}

/// One test's turn.
final class HubTurn: Sendable {
    @TaskLocal static var ofThisTest: HubTurn?

    private static let ofAllTests = Turns(8)
    private let turns: Turns
    private let hasBegun = Mutex(false)

    init(among turns: Turns = HubTurn.ofAllTests) { self.turns = turns }

    /// What a test does, behind which its turn ends.
    func during(_ test: @Sendable () async throws -> Void) async throws {
        do {
            try await Self.$ofThisTest.withValue(self, operation: test)
        } catch {
            await end()
            throw error
        }
        await end()
    }

    /// Waits for a turn, if this test has none yet. Tests ask one after the other, not at once.
    func begin() async throws {
        guard !hasBegun.withLock({ $0 }) else { return }
        try await turns.take()
        hasBegun.withLock { $0 = true }
    }

    private func end() async {
        if hasBegun.withLock({ $0 }) { await turns.giveBack() }
    }
}

/// So many at a time; who waits longest is next.
actor Turns {
    private var free: Int
    private var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    private var asked = 0

    init(_ count: Int) { free = count }

    /// Throws where the task is cancelled, as by a test's time limit.
    func take() async throws {
        guard free == 0 else {
            free -= 1
            return
        }
        asked += 1
        let number = asked
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting.append((number, $0)) }
        } onCancel: {
            Task { await cancel(number) }
        }
    }

    private func cancel(_ number: Int) {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: place).continuation.resume(throwing: CancellationError())
    }

    func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().continuation.resume() }
    }
}
