import Glibc
import Synchronization
import TestBench
import UnixSystem

/// `waymark station sync` of a station, started again whenever it ends, as its unit does.
final class SyncRounds: Sendable {
    private let station: TestStation
    private let state = Mutex(State())

    private struct State {
        var program: RunningProgram?
        var isOver = false
        var story = SoakStory()
    }

    init(_ station: TestStation) { self.station = station }

    /// Until ``stop()``. Says how many rounds moved something, and how often one failed and was made again.
    func run() async throws -> SoakStory {
        while !state.withLock(\.isOver) {
            let program = try station.start([
                "station", "sync", "--interval", "1", "--credentials", station.credentials,
            ])
            let isLate = state.withLock { state in
                state.program = program
                return state.isOver
            }
            if isLate { program.process.terminate() }
            let ending = await program.wait()
            state.withLock { state in
                let failures = ending.errors.split(separator: "\n").count { $0.hasPrefix("error") }
                let rounds = ending.output.split(separator: "\n").count
                state.story.add(
                    SoakStory(counts: ["rounds that failed": failures, "rounds that moved something": rounds]))
            }
            try Task.checkCancellation()
        }
        return state.withLock(\.story)
    }

    /// Ends it as a crash does.
    func kill() { state.withLock { _ = $0.program.map { Glibc.kill($0.process.processIdentifier, SIGKILL) } } }

    func stop() {
        state.withLock { state in
            state.isOver = true
            state.program?.process.terminate()
        }
    }
}
