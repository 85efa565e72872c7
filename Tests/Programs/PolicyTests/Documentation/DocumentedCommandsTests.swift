import ArgumentParsing
import Testing

/// docs/commands.md against the command table of `waymark`.
struct DocumentedCommandsTests {
    private static let page = "docs/commands.md"

    @Test func `the manual lists every exit status with the sentence of the help pages`() throws {
        let rows = try Repository.table(in: Self.page, after: "## Exit status")
        #expect(rows == ExitStatus.allCases.map { ["\($0.rawValue)", $0.sentence] })
    }

    /// The declarations are read as text: a program's modules are not for others to import.
    @Test func `the manual lists every command with the sentence of its help page`() throws {
        let declaration = #/Command\(\s*(group: )?"([a-z-]+)",\s*abstract: "([^"]*)"/#
        var declared: [[String]] = []
        for file in try Repository.code(in: "Sources/Programs/waymark/Commands") {
            // These are in files of their own.
            let alone = [
                "AuditPlanCommand.swift": "audit ", "ReaderCheckCommand.swift": "reader ",
                "SiteCheckCommand.swift": "site ", "DeploymentMatrixCommand.swift": "deployment ",
                "StoreConversion.swift": "store ", "FindingOrderCommand.swift": "finding ",
                "FindingRepairCommands.swift": "finding ", "HubConflictCommands.swift": "hub ",
            ]
            var group = alone[file.name] ?? ""
            for match in file.text.matches(of: declaration) {
                let name = String(match.2)
                if match.1 == nil {
                    declared.append(["waymark \(group)\(name)", String(match.3)])
                } else {
                    group = "\(name) "
                }
            }
        }
        let rows = try Repository.table(in: Self.page, after: "## Commands")
        #expect(Set(rows) == Set(declared))
        #expect(rows.count == declared.count)
    }
}
