import TestBench
import Testing

/// What keeps tests with a hub's databases from waiting for each other for ever. Beside all tests of a run, some minutes may
/// go by before one of these has a thread.
@Suite(.needsPostgreSQL) struct `The turns of tests with databases` {
    @Test(.timeLimit(.minutes(20))) func `have a second database while each holds one`() async throws {
        let turns = Turns(2)
        let holding = Meeting(of: 2)
        try await withThrowingTaskGroup { group in
            for _ in 1...2 {
                group.addTask {
                    try await HubTurn(among: turns).during {
                        let first = try await HubPlace()
                        try await holding.wait()
                        let second = try await HubPlace()
                        #expect(first.address != second.address)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(.timeLimit(.minutes(20))) func `are so many at a time`() async throws {
        let (turns, pair, running) = (Turns(2), Meeting(of: 2), Running())
        try await withThrowingTaskGroup { group in
            for _ in 1...20 {
                group.addTask {
                    let turn = HubTurn(among: turns)
                    try await turn.during {
                        try await turn.begin()
                        await running.change(by: 1)
                        try await pair.wait()
                        await running.change(by: -1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await running.most == 2)
    }

    /// Else one of these would hold up the whole run.
    @Test func `end when their test is cancelled, and others have them then`() async throws {
        let (turns, meeting) = (Turns(1), Meeting(of: 2))
        let alone = Task {
            let turn = HubTurn(among: turns)
            try await turn.during {
                try await turn.begin()
                try await meeting.wait()
            }
        }
        alone.cancel()
        await #expect(throws: CancellationError.self) { try await alone.value }
        try await turns.take()
    }

    @Test func `are what a database is refused without`() async throws {
        await #expect(throws: NoTurn.self) {
            try await HubTurn.$ofThisTest.withValue(nil) { _ = try await HubPlace() }
        }
    }
}

private actor Running {
    private var now = 0
    private(set) var most = 0

    func change(by difference: Int) {
        now += difference
        most = max(most, now)
    }
}

/// Waits until so many have come, then lets them go; as often as so many come. Throws where the test is cancelled: no one
/// else comes then.
private actor Meeting {
    private let count: Int
    private var waiting: [CheckedContinuation<Void, any Error>] = []

    init(of count: Int) { self.count = count }

    func wait() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting.append(continuation)
                if waiting.count == count { letGo(.success(())) }
            }
        } onCancel: {
            Task { await letGo(.failure(CancellationError())) }
        }
    }

    private func letGo(_ result: Result<Void, any Error>) {
        for each in waiting { each.resume(with: result) }
        waiting = []
    }
}
