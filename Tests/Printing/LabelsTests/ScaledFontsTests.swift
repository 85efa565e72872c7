import Glibc
import Testing

@testable import Labels

/// Threads that measure texts in more sizes than cairo's table of glyphs holds.
@Suite(.timeLimit(.minutes(5))) struct `Text in more sizes than cairo keeps` {
    /// In a process of its own, which is ended after this time: threads that wait for one another never end. Some 8 s are needed.
    private static let seconds: UInt32 = 120

    /// By chance: without the lock of `ScaledFonts` about one run in six did not end (cairo 1.16, two cores).
    @Test func `is measured by several threads to its end`() async {
        await #expect(processExitsWith: .success) {
            alarm(Self.seconds)
            await withTaskGroup(of: Void.self) { group in
                for thread in 0..<4 {
                    group.addTask { Self.measure(times: 600, from: thread) }
                }
            }
            exit(EXIT_SUCCESS)
        }
    }

    /// Each of 8 sizes is a scaled font of its own; the text takes some seventy pages of 32 glyphs of it, and cairo keeps 512.
    private static func measure(times: Int, from thread: Int) {
        let blocks: [ClosedRange<UInt32>] = [
            0x100...0x24F, 0x3A3...0x3E1, 0x400...0x52F, 0x1E00...0x1EF9, 0x2190...0x23CE, 0x2500...0x26FF,
            0x2800...0x28FF,
        ]
        let letters = String(String.UnicodeScalarView(blocks.joined().compactMap(Unicode.Scalar.init)))
        let context = DrawingContext()
        for step in 0..<times {
            let layout = TextLayout(
                letters, style: .plain, size: 8 + Double((step * 3 + thread) % 8) / 4, width: 1_000_000,
                breaksWords: true, on: context)
            _ = layout.lines
        }
    }
}
