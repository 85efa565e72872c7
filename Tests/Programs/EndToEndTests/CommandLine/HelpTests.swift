import ArgumentParsing
import Foundation
import TestBench
import Testing
import UnixSystem

@testable import waymark

/// Help as people get it: from the program, on standard output, without a daemon.
@Suite(.timeLimit(.minutes(10))) struct HelpTests {
    private static let commands = CommandTable.program.root.withSubcommands().map(\.path)

    private func run(_ words: [String]) async throws -> RunningProgram.Ending {
        try await RunningProgram(.commandLine, words, environment: ["WAYMARK_SOCKET": "/nowhere/none.sock"]).wait()
    }

    @Test(arguments: commands) func `every command explains itself`(path: [String]) async throws {
        let ending = try await run(path + ["--help"])
        #expect(ending.status == .exited(0) && ending.errors.isEmpty)
        let lines = ending.output.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("usage: \((["waymark"] + path).joined(separator: " "))") })
        #expect(lines.contains("Exit status:"))
        let command = CommandTable.command(of: path)
        if command.run != nil {
            let examples = lines.drop { $0 != "Examples:" }.filter { $0.hasPrefix("    waymark") }
            #expect(examples.count == command.examples.count && !examples.isEmpty)
        }
        // What the page says is what the table says.
        let listed = lines.drop { $0 != "Exit status:" }.dropFirst()
            .compactMap { line in line.split(separator: " ").first.flatMap { Int32($0) } }
        #expect(listed == command.exitStatuses.map(\.rawValue))
        #expect(try await run(path + ["-h"]).output == ending.output)
    }

    @Test func `help leads from the program to every command`() async throws {
        var found: [[String]] = []
        var waiting: [[String]] = [[]]
        while let path = waiting.popLast() {
            found.append(path)
            let lines = try await run(path + ["--help"]).output.components(separatedBy: "\n")
            let block = lines.drop { $0 != "Commands:" }.dropFirst().prefix { !$0.isEmpty }
            for line in block where !line.hasPrefix("   ") {
                waiting.append(path + [String(try #require(line.split(separator: " ").first))])
            }
        }
        #expect(Set(found) == Set(Self.commands))
    }

    @Test func `every program says its version`() async throws {
        for program in [BuiltProgram.commandLine, .daemon, .hub, .worker, .emulator] {
            let ending = try await RunningProgram(program, ["--version"]).wait()
            #expect(ending.status == .exited(0) && ending.output.hasPrefix("\(program.rawValue) "))
        }
    }
}
