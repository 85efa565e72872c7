import Foundation
import TestBench
import Testing
import UnixSystem

/// Who may read what a command has written.
@Suite(.timeLimit(.minutes(10))) struct OutputModeTests {
    /// Makes a symbol in a shell with this umask.
    private func symbol(_ folder: TemporaryFolder, _ name: String, umask: String) async throws {
        let ending = try await RunningProgram(
            path: "/bin/sh",
            [
                "-c", #"umask "$0"; exec "$@""#, umask, BuiltProgram.commandLine.path, "symbol",
                "https://fruta.example/", "--output", folder[name],
            ]
        ).wait()
        #expect(ending.status == .exited(0), "\(ending)")
    }

    @Test(arguments: [("077", 0o600), ("027", 0o640), ("022", 0o644), ("002", 0o664)])
    func `a new file has the mode that the umask leaves`(umask: String, mode: Int) async throws {
        let folder = try TemporaryFolder()
        try await symbol(folder, "symbol.png", umask: umask)
        #expect(folder.mode("symbol.png") == mode)
        #expect(folder.entries == ["symbol.png"])
    }

    @Test(arguments: [0o600, 0o640]) func `a file that is replaced keeps its mode`(mode: Int) async throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "symbol.png", mode: mode)
        try await symbol(folder, "symbol.png", umask: "022")
        #expect(folder.mode("symbol.png") == mode)
        #expect(try folder.bytes("symbol.png").count > 3)
    }

    @Test func `the sheet and the picture of its page keep the modes of those that they replace`() async throws {
        let folder = try TemporaryFolder()
        for name in ["sheet.pdf", "sheet.png"] { try folder.write("old", to: name, mode: 0o600) }
        let ending = try await RunningProgram(
            .commandLine,
            [
                "sheet", "--from", Repository.path("tags/fruta/batches/fruta-qr.csv"), "--template",
                TestStation.template, "--stock", "22805", "--output", folder["sheet.pdf"], folder["sheet.png"],
            ]
        ).wait()
        #expect(ending.status == .exited(0), "\(ending)")
        #expect(folder.entries == ["sheet.pdf", "sheet.png"])
        for name in folder.entries {
            #expect(folder.mode(name) == 0o600, "\(name)")
            #expect(try folder.bytes(name).count > 3)
        }
    }
}
