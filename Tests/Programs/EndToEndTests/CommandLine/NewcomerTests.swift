import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// The README's way from the package to the first audit, with the programs of this build. `make try-package` runs the same
/// commands where the package is installed, with the first two, which are left out here.
@Suite(.timeLimit(.minutes(10))) struct NewcomerTests {
    /// As the README has them, in its order.
    private static func commands() async throws -> [String] {
        let ending = try await RunningProgram(path: "bash", [Repository.path("Scripts/newcomer")]).wait()
        return ending.output.split(separator: "\n").map(String.init)
    }

    /// In a shell, with the programs of this build as if they were installed. No package has made users here.
    private static func shell(_ command: String, in station: TestStation) throws -> RunningProgram {
        let places = [
            ("/var/lib/waymark/", "\(station.folder.path)/"),
            ("/usr/share/doc/waymark/examples/", Repository.path("tags") + "/"), ("sudo -u waymark ", ""),
        ]
        let line = places.reduce(command) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        let programs = URL(filePath: BuiltProgram.commandLine.path).deletingLastPathComponent().path
        let environment = [
            "PATH": "\(programs):\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
            "WAYMARK_SOCKET": station.socket,
        ]
        return try RunningProgram(
            path: "bash", ["-c", "cd \"$0\" && eval \"$1\"", station.folder.path, line], environment: environment)
    }

    /// The walk of the README is one with a mix-up; what the doctor finds is this machine's affair.
    private static func expected(_ command: String) -> [UnixSystem.ProcessStatus] {
        if command.hasPrefix("waymark audit") { return [.exited(2)] }
        return ["waymark doctor", "waymark check"].contains { command.hasPrefix($0) }
            ? [.exited(0), .exited(2)] : [.exited(0)]
    }

    @Test func `every command of it works`() async throws {
        let commands = try await Self.commands()
        #expect(commands.prefix(2).allSatisfy { $0.hasPrefix("sudo a") })
        #expect(commands.count > 8)
        try await TestStation.run { station in
            var emulator: RunningProgram?
            for command in commands.dropFirst(2) {
                if command.hasSuffix("&") {
                    emulator = try Self.shell(String(command.dropLast()), in: station)
                    while !FileManager.default.fileExists(atPath: station.folder["reader"]) {
                        try await Task.sleep(for: .milliseconds(10))
                    }
                    continue
                }
                let ending = try await Self.shell(command, in: station).wait()
                #expect(Self.expected(command).contains(ending.status), "\(command): \(ending)")
            }
            let batch = try await station.waymark("batch", "show", "fruta-nfc", "--json").document
            let tags = (batch["batch"] as? [String: Any])?["tags"] as? [[String: Any]] ?? []
            #expect(tags.count { $0["state"] as? String == "written" } == 12)
            for file in ["fruta.pdf", "audit.html"] {
                #expect(FileManager.default.contents(atPath: station.folder[file])?.isEmpty == false)
            }
            try await station.waymark("reader", "remove", "bench-1")
            // The shell and the emulator in it.
            let shell = try #require(emulator)
            kill(-shell.process.processIdentifier, SIGTERM)
            _ = await shell.wait()
        }
    }
}
