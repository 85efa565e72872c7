import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// systemd's own activator listens and hands the sockets over.
@Suite(.timeLimit(.minutes(10)), .needs(.socketActivate)) struct SocketActivationTests {
    /// An activator that starts the daemon when somebody connects.
    private static func activator(
        _ folder: TemporaryFolder, names: String = "api:readers"
    ) throws -> RunningProgram {
        try RunningProgram(
            path: "systemd-socket-activate",
            [
                "--listen", folder["a.sock"], "--listen", folder["r.sock"], "--fdname", names,
                BuiltProgram.daemon.path, "--registry", folder["registry.sqlite"], "--station", "bench",
                "--usb-readers", "added", "--socket", folder["not-used.sock"], "--readers-socket", folder["r.sock"],
                "--worker", BuiltProgram.worker.path,
            ])
    }

    private static func waymark(_ folder: TemporaryFolder, _ arguments: String...) async throws
        -> RunningProgram.Ending
    {
        try await RunningProgram(
            .commandLine, arguments, environment: ["WAYMARK_SOCKET": folder["a.sock"]]
        ).wait()
    }

    /// Waits until somebody listens; the suite's time limit ends it.
    private static func untilListening(_ folder: TemporaryFolder) async throws {
        while !FileManager.default.fileExists(atPath: folder["r.sock"]) { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test func `the first command starts the daemon, and it leaves systemd's sockets as they are`() async throws {
        let folder = try TemporaryFolder()
        let activator = try Self.activator(folder)
        try await Self.untilListening(folder)
        #expect(!FileManager.default.fileExists(atPath: folder["registry.sqlite"]))
        let status = try await Self.waymark(folder, "status")
        #expect(status.status == .exited(0), "\(status)")
        #expect(!FileManager.default.fileExists(atPath: folder["not-used.sock"]))
        // A worker reaches the daemon, too.
        let reader = try UnixConnection.connect(to: folder["r.sock"])
        try reader.write([0, 0, 0, 1, 0x99])
        #expect(try reader.read(upTo: 1, until: .now + .seconds(30)).isEmpty)
        // The activator has become the daemon: the process is the same.
        activator.process.terminate()
        let ending = await activator.wait()
        #expect(ending.status == .exited(0), "\(ending)")
        for socket in ["a.sock", "r.sock"] { #expect(FileManager.default.fileExists(atPath: folder[socket])) }
    }

    @Test func `a socket that it does not know is refused`() async throws {
        let folder = try TemporaryFolder()
        let activator = try Self.activator(folder, names: "api:elsewhere")
        try await Self.untilListening(folder)
        let client = Task { try await Self.waymark(folder, "status") }
        let ending = await activator.wait()
        _ = try await client.value
        #expect(ending.status == .exited(1))
        #expect(ending.errors.contains("error: a socket named \"elsewhere\" is refused\n  why:  "))
    }

    @Test func `what does not listen is no socket for it`() async throws {
        let folder = try TemporaryFolder()
        // Descriptor 3 is a file.
        let ending = try await RunningProgram(
            path: "/bin/sh",
            [
                "-c",
                "exec 3< \"$1\"; LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=api exec \"$0\" --registry \"$2\" --readers-socket \"$3\"",
                BuiltProgram.daemon.path, try folder.write("", to: "file"), folder["registry.sqlite"],
                folder["r.sock"],
            ]
        ).wait()
        #expect(ending.status == .exited(1))
        #expect(ending.errors.contains("error: cannot take over descriptor 3\n"), "\(ending)")
    }
}
