import Foundation
import Glibc
import TestBench
import UnixSystem

/// Another program that reads the registry, and sees it as it was when it began.
struct SnapshotReader {
    private let program: RunningProgram

    /// Returns when it has read.
    init(of registry: String, in folder: TemporaryFolder) async throws {
        let number = UUID().uuidString
        let (pipe, sign) = (folder["reading-\(number)"], folder["read-\(number)"])
        mkfifo(pipe, 0o600)
        program = try RunningProgram(
            path: "sqlite3",
            [
                registry, ".output \(sign)", "BEGIN", "SELECT count(*) FROM sightings", ".output stdout",
                // Waits for a writer that never comes.
                ".read \(pipe)",
            ])
        while (try? folder.text("read-\(number)"))?.isEmpty ?? true { try await Task.sleep(for: .milliseconds(5)) }
    }

    func end() async {
        program.process.kill()
        _ = await program.wait()
    }
}
