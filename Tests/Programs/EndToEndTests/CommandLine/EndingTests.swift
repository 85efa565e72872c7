import Foundation
import TestBench
import Testing
import UnixSystem

/// How programs end.
@Suite(.timeLimit(.minutes(10)), .needs(.clang)) struct EndingTests {
    /// What C libraries have left to be done at the end takes away what threads still use in them. With this among them,
    /// a program that calls it is gone before it has said its status.
    private static let trap = """
        #include <stdlib.h>
        __attribute__((destructor)) static void trap(void) { abort(); }
        """

    @Test func `no library is taken away from threads that still use it`() async throws {
        try await TestStation.run { station in
            try station.folder.write(Self.trap, to: "trap.c")
            let trap = station.folder["trap.so"]
            _ = try await Witness.clang.run(["-shared", "-fPIC", "-o", trap, station.folder["trap.c"]])
            for words in [["store", "list", "--json"], ["reader", "list"], ["--version"]] {
                let ending = try await RunningProgram(
                    .commandLine, words, environment: ["WAYMARK_SOCKET": station.socket, "LD_PRELOAD": trap]
                ).wait()
                #expect(ending.status == .exited(0), "\(words): \(ending)")
                #expect(ending.output.last == "\n", "\(words): \(ending)")
            }
        }
    }
}
