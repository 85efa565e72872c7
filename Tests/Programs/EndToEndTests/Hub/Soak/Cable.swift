import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// The network between a station and its hub: `Scripts/cable`, told what becomes of it.
final class Cable: Sendable {
    /// What a station calls.
    let url: String
    private let program: RunningProgram
    private let commands: FileDescriptor

    /// `far`: a URL of the hub.
    init(to far: String, in folder: TemporaryFolder) async throws {
        let path = folder["cable"]
        try #require(mkfifo(path, 0o600) == 0)
        // Open at both ends, so that neither waits for the other.
        commands = FileDescriptor(owning: open(path, O_RDWR | O_CLOEXEC))
        program = try RunningProgram(
            path: "/bin/sh",
            ["-c", "exec python3 \"$0\" \"$1\" <\"$2\"", Repository.path("Scripts/cable"), Self.place(far), path])
        try #require(await program.output.comes("\n"))
        url = "http://127.0.0.1:" + program.output.text.prefix { $0 != "\n" }
        // From now on it ends when these tests do.
        try lead(to: far)
    }

    /// Ends every connection, and each new one at once.
    func cut() throws { try say("cut") }

    /// Carries nothing, and ends nothing.
    func hold() throws { try say("hold") }

    /// Is whole again, to this end.
    func lead(to far: String) throws { try say("lead \(Self.place(far))") }

    func end() async {
        program.process.terminate()
        _ = await program.wait()
    }

    private func say(_ line: String) throws { try commands.write(Array("\(line)\n".utf8)) }

    private static func place(_ url: String) -> String { String(url.dropFirst("http://".count)) }
}
