import Foundation
import TestBench
import Testing
import UnixSystem

/// The QR decoder of the walk page, in the browser that runs it, beside the same library as its makers build it.
@Suite(.needs(.browser), .timeLimit(.minutes(20)))
struct DecoderTests {
    /// Frames of each kind; `WAYMARK_PROOF=long` takes 480 in all.
    private static let framesOfAKind = ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long" ? 40 : 6

    @Test(.enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"))
    func `it reads what PyPI's zxing-cpp reads of made frames, and misreads nothing`() async throws {
        let script = Repository.path("Tests/Programs/EndToEndTests/Walk/Peers/decode_frames.py")
        let parts = Repository.path("Sources/Station/WalkPage/Parts")
        let ending = try await RunningProgram(
            path: PicturePeers.python, [script, parts, String(Self.framesOfAKind)]
        ).wait()
        try #require(ending.status == .exited(0), "\(ending)")
        let seen = ending.document
        print(
            "decoder: \(seen["read"] ?? 0) of \(seen["frames"] ?? 0) frames read, by the peer \(seen["readByPeer"] ?? 0); "
                + "median \(seen["milliseconds"] ?? 0) ms, \(seen["millisecondsThrottled"] ?? 0) ms at a sixth of the speed"
        )
        #expect(seen["differing"] as? [String] == [])
        #expect(seen["misread"] as? [String] == [])
        #expect(try #require(seen["read"] as? Int) > 8 * Self.framesOfAKind)
        #expect(seen["numeric"] as? [String] == ["0123456789012345678901234567890123456789"])
        // Symbols that are wrong in what they say end an instance; the next frame is read all the same.
        #expect(try #require(seen["broken"] as? Int) > 0)
        #expect(seen["lostAfterBroken"] as? Int == 0)
    }

    @Test func `the decoder in the tree is what its source, its patch and the toolchain make`() async throws {
        let ending = try await RunningProgram(path: Repository.path("Scripts/decoder/build"), ["compare"]).wait()
        guard ending.status != .exited(75) else {
            print("not compared: \(ending.errors)")
            return
        }
        #expect(ending.status == .exited(0), "\(ending)")
    }
}
