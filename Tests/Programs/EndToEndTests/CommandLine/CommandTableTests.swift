import ArgumentParsing
import Testing

@testable import waymark
@testable import waymarkd

/// The tables of commands themselves.
@Suite struct CommandTableTests {
    @Test func `the tables have no defects`() {
        #expect(CommandTable.program.defects.isEmpty)
        #expect(waymarkd.DaemonEntry.program.defects.isEmpty)
    }

    @Test func `every command of the contract is there`() {
        let paths = CommandTable.program.root.withSubcommands().map { $0.path.joined(separator: " ") }
        let contract = [
            "deployment load", "store import", "store list", "experience import", "experience match", "batch create",
            "batch list", "batch show", "write", "read", "tag show", "tag retire", "tag replace", "sheet", "audit",
            "reader list", "reader add", "reader remove", "status",
        ]
        #expect(Set(contract).subtracting(paths).isEmpty)
    }

    @Test func `every command has an example and every example can be parsed`() throws {
        for program in [CommandTable.program, waymarkd.DaemonEntry.program] {
            for (path, command) in program.root.withSubcommands() {
                if command.run != nil { #expect(!command.examples.isEmpty, "\(path)") }
                for example in command.examples {
                    let words = shellWords(example.commandLine)
                    try #require(words.first == program.root.name)
                    guard case .run(let call) = try program.parse(Array(words.dropFirst())) else {
                        Issue.record("\(example.commandLine) runs nothing")
                        continue
                    }
                    // The program's own page shows its commands.
                    let own = [program.root.name] + path
                    #expect(call.path == own || path.isEmpty, "\(example.commandLine) stands with \(path)")
                }
            }
        }
    }

    @Test func `every command that asks the daemon may find none`() {
        let alone = [
            ["stock", "list"], ["stock", "test"], ["key", "create"], ["key", "show"], ["deployment", "export"],
            ["deployment", "matrix"], ["store", "convert"], ["doctor"], ["sightings", "convert"], ["reader", "check"],
            ["notify", "run"], ["notify", "list"], ["notify", "retry"], ["notify", "drop"], ["notify", "test"],
            ["phone", "symbol"], ["phone", "certificate"],
        ]
        for (path, command) in CommandTable.program.root.withSubcommands()
        where command.run != nil && !alone.contains(path) && path.first != "appstore" {
            #expect(command.exitStatuses.contains(.daemonUnreachable), "\(path)")
        }
    }

    @Test(arguments: ["write", "audit"]) func `a command that asks gpsd may get no fix in time`(name: String) {
        #expect(Set(CommandTable.command(of: [name]).exitStatuses).isSuperset(of: [.failed, .timedOut]))
    }

    @Test func `the exit statuses are the contract's`() {
        let numbers = ArgumentParsing.ExitStatus.allCases.map(\.rawValue)
        #expect(numbers == [0, 1, 2, 3, 64, 69, 75, 77, 130])
    }
}
