import TestBench
import Testing

/// Photographs of codes that are hard to read, beside the decoder of somebody else.
@Suite(.enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"), .timeLimit(.minutes(10)))
struct PhotographedKindsTests {
    @Test func `as many codes are read as by PyPI's zxing-cpp, and none wrongly`() async throws {
        let folder = try TemporaryFolder()
        let ending = try await RunningProgram(
            path: Repository.path(".venv/bin/python"),
            [
                Repository.path("Tests/Programs/EndToEndTests/Walk/Peers/photograph_frames.py"),
                BuiltProgram.commandLine.path, folder.path, "4",
            ]
        ).wait()
        let ours = try #require(ending.document["ours"] as? [String: Int], "\(ending)")
        let theirs = try #require(ending.document["theirs"] as? [String: Int], "\(ending)")
        #expect(ending.document["misread"] as? [String] == [], "\(ending)")
        #expect(ours.count == 12 && theirs.values.reduce(0, +) > 36, "\(theirs)")
        // Each reads some that the other misses: of 480 these 437, and those 433.
        #expect(20 * ours.values.reduce(0, +) >= 19 * theirs.values.reduce(0, +), "\(ours) beside \(theirs)")
    }
}
