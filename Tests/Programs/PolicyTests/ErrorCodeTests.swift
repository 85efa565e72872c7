import Testing

/// The closed lists of error codes hold no dead entry.
struct ErrorCodeTests {
    struct Code: Sendable, CustomTestStringConvertible {
        let name: String
        let file: String

        var testDescription: String { "\(file): \(name)" }
    }

    /// The cases of every enum of `FaultCode` in `Sources`.
    static let all: [Code] = ((try? Repository.code(in: "Sources")) ?? []).flatMap { file in
        file.text.matches(of: declaration).flatMap { match in
            match.0.matches(of: #/\n\s*case (\w+)/#).map { Code(name: String($0.1), file: file.path) }
        }
    }

    /// Up to the first closing brace on a line of its own: these enumerations hold cases and comments only.
    private static var declaration: Regex<Substring> { #/enum \w+: String, FaultCode[^\n]*\{\n(?:[^\n]*\n)*?\s*\}\n/# }

    @Test func `there are codes to look for`() {
        #expect(Set(Self.all.map(\.file)).count > 10)
    }

    /// What is left of the sources without declarations of codes, and without questions for a code
    /// (`case .x:`, `== .x`), which give it to no error.
    private static let uses: [(target: String, text: String)] = ((try? Repository.code(in: "Sources")) ?? []).map {
        let text = $0.text.replacing(declaration, with: "").replacing(#/case [^:\n]*:|[=!]= \.\w+/#, with: "")
        return ($0.target, text)
    }

    @Test(arguments: all)
    func `a code is the code of some error, in a module that can see it`(_ code: Code) throws {
        let module = String(code.file.split(separator: "/")[2])
        let use = try Regex("\\.\(code.name)\\b")
        let isUsed = Self.uses.contains { target, text in
            (target == module || Imports.ofSources[target, default: []].contains(module)) && text.contains(use)
        }
        #expect(isUsed)
    }
}
