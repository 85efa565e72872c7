import Foundation
import TestBench
import Testing
import UnixSystem

/// Which daemon a command asks: `--socket`, else `WAYMARK_SOCKET`, else the usual place.
@Suite(.timeLimit(.minutes(10))) struct SocketTests {
    private func status(_ options: [String], _ environment: String) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            .commandLine, ["status"] + options, environment: ["WAYMARK_SOCKET": environment]
        ).wait()
    }

    @Test func `the option wins over the environment`() async throws {
        try await TestStation.run { station in
            let none = station.folder["none.sock"]
            #expect(try await status([], station.socket).status == .exited(0))
            #expect(try await status(["--socket", station.socket], none).status == .exited(0))
            #expect(try await status(["--socket=\(station.socket)"], none).status == .exited(0))
            let lost = try await status(["--socket", none], station.socket)
            #expect(lost.status == .exited(69) && lost.errors.contains(none))
        }
    }

    @Test func `the option may stand before the command`() async throws {
        try await TestStation.run { station in
            let ending = try await RunningProgram(.commandLine, ["--socket", station.socket, "status"]).wait()
            #expect(ending.status == .exited(0))
        }
    }

    private static let usual = "/run/waymark/waymarkd.sock"

    @Test(.enabled(if: !FileManager.default.fileExists(atPath: usual), "a daemon runs on this machine"))
    func `an empty environment means the usual place`() async throws {
        let ending = try await status([], "")
        #expect(ending.status == .exited(69))
        #expect(try #require(Complaint(ending.errors)).reasons == ["no socket at \(Self.usual)"])
    }
}
