import TestBench
import Testing
import UnixSystem

@Suite(.timeLimit(.minutes(10))) struct StationTests {
    @Test func `a station starts, opens a reader, answers and ends`() async throws {
        try await TestStation.run { station in
            _ = try await station.addReader("bench")
            let status = try await station.waymark("status")
            #expect(status.output.contains("bench"))
            #expect(await station.stopDaemon()?.status == .exited(0))
        }
    }

    @Test func `without a daemon a command says so and exits with 69`() async throws {
        try await TestStation.run { station in
            await station.stopDaemon()
            let ending = try await station.waymark("status", expecting: 69)
            #expect(ending.errors.hasPrefix("error: cannot reach waymarkd\n  why:  "))
        }
    }
}
