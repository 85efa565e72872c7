import Foundation
import TestBench
import Testing
import UnixSystem

/// A symbol that is printed as text is seen as a symbol.
@Suite(.timeLimit(.minutes(10))) struct SymbolTextTests {
    private static let words = ["phone", "symbol"]
    private static let text = ["WAYMARK_PAIRING": "waymark-pair:ABCDEFGHIJKLMNOP"]
    private static let (begin, end) = ("\u{1B}[97;40m", "\u{1B}[0m")

    @Test func `is bare lines in a pipe`() async throws {
        let piped = try await RunningProgram(.commandLine, Self.words, environment: Self.text).wait()
        #expect(piped.status == .exited(0), "\(piped)")
        let lines = piped.output.split(separator: "\n")
        #expect(lines.count > 10 && Set(lines.map(\.count)).count == 1, "\(piped)")
        #expect(piped.output.allSatisfy { "█▀▄ \n".contains($0) }, "\(piped.output.debugDescription)")
    }

    @Test(arguments: ["", "1"]) func `is the same in black and white on a terminal`(noColor: String) async throws {
        let piped = try await RunningProgram(.commandLine, Self.words, environment: Self.text).wait()
        let shown = try await ProgramOnTerminal(
            .commandLine, Self.words, environment: Self.text.merging(["NO_COLOR": noColor]) { $1 }, outputToo: true
        ).wait()
        #expect(shown.status == .exited(0))
        let lines = shown.terminal.replacing("\r\n", with: "\n").split(separator: "\n")
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix(Self.begin) && $0.contains(Self.end) }, "\(shown)")
        let bare = lines.joined(separator: "\n").replacing(Self.begin, with: "").replacing(Self.end, with: "")
        #expect(bare + "\n" == piped.output)
    }
}
