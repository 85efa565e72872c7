import Foundation
import TestBench
import Testing
import UnixSystem

/// The program that makes the console's sheets, which runs as the daemon's user.
@Suite(.timeLimit(.minutes(10))) struct `The program of the console's sheets` {
    private static let batch =
        "tag,store,placement,medium,url\nA-1,1,counter,qr,https://fruta.example/store/1?tag=A-1\n"

    private static func sheet(
        _ folder: TemporaryFolder, _ more: String...
    ) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            .commandLine,
            ["sheet", "--confined", "--stock", "22805", "--json", "--output", folder["own/sheet.pdf"]] + more,
            environment: ["XDG_CACHE_HOME": folder["own"]]
        ).wait()
    }

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["own", "station"] {
            try FileManager.default.createDirectory(atPath: folder[name], withIntermediateDirectories: true)
            try folder.write(batch, to: "\(name)/batch.csv")
        }
        return folder
    }

    @Test func `makes a sheet from the folder of its output`() async throws {
        let folder = try Self.folder()
        let ending = try await Self.sheet(folder, "--from", folder["own/batch.csv"])
        #expect(ending.status == .exited(0), "\(ending)")
        #expect(FileManager.default.fileExists(atPath: folder["own/sheet.pdf"]))
    }

    /// Root is refused as well: it is not the file's mode that keeps it out.
    @Test(.enabled(if: Confinement.isEnforced, "this kernel has no Landlock, or it is switched off"))
    func `reads and writes nothing elsewhere`() async throws {
        let folder = try Self.folder()
        let reading = try await Self.sheet(folder, "--from", folder["station/batch.csv"])
        #expect(reading.status == .exited(77) && reading.errors.contains("not-permitted"), "\(reading)")
        let logo = try await Self.sheet(
            folder, "--from", folder["own/batch.csv"], "--logo", folder["station/batch.csv"])
        #expect(logo.errors.contains("not-permitted"), "\(logo)")
        let writing = try await Self.sheet(
            folder, "--from", folder["own/batch.csv"], "--output", folder["station/sheet.pdf"])
        #expect(writing.status == .exited(1) && writing.errors.contains("permission denied"), "\(writing)")
        #expect(!FileManager.default.fileExists(atPath: folder["station/sheet.pdf"]))
    }

    @Test func `has a batch of a file only, for it reaches no daemon`() async throws {
        let folder = try Self.folder()
        let ending = try await Self.sheet(folder, "spring")
        #expect(ending.status == .exited(64) && ending.errors.contains("--from"), "\(ending)")
    }
}
