import ArgumentParsing
import Foundation
import Testing

@Suite struct `A completion script` {
    @Test(.enabled(if: Shell.areInstalled, "zsh or fish is missing"), arguments: Shell.names, Self.lines)
    func `offers what may follow`(shell: String, line: Line) throws {
        let path = try #require(Shell.path(of: shell))
        let offers = try Shell(name: shell, path: path).offers(after: line.typed, script: try script(for: shell))
        #expect(Set(offers) == Set(line.offers), "\(shell): \(line.typed)")
    }

    struct Line: Sendable, CustomTestStringConvertible {
        let typed: String
        let offers: [String]

        var testDescription: String { typed }
    }

    static let lines = [
        Line(typed: "bakery ", offers: ["loaf", "count"]),
        Line(typed: "bakery lo", offers: ["loaf"]),
        Line(typed: "bakery loaf ", offers: ["bake"]),
        Line(typed: "bakery --socket loaf co", offers: ["count"]),
        Line(typed: "bakery loaf bake --sh", offers: ["--shipping"]),
        Line(typed: "bakery loaf bake rye --crust ", offers: ["soft", "hard"]),
        Line(typed: "bakery loaf bake rye --crust s", offers: ["soft"]),
    ]

    @Test func `is refused for other shells`() {
        #expect(throws: UsageError.self) { try Bakery.parse("--generate-completion-script tcsh") }
        #expect(throws: UsageError.self) { try Bakery.parse("--generate-completion-script") }
        #expect(throws: UsageError.self) { try Bakery.parse("--generate-completion-script bash zsh") }
    }

    private func script(for shell: String) throws -> String {
        guard case .print(let script) = try Bakery.parse("--generate-completion-script \(shell)") else {
            Issue.record("the parser prints nothing")
            return ""
        }
        return script
    }
}
