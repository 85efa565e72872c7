import Testing

/// Every test asserts something: in its own body, or in a function of its target that it calls.
struct AssertionTests {
    private struct Function {
        let name: String
        let file: String
        let body: String
        /// Whether it is in back quotes, as tests are.
        let isTest: Bool
    }

    private static var assertion: Regex<Substring> { #/#expect|#require|Issue\.record/# }

    /// The functions of a file. One ends with the first brace at its own indentation, or on the line that it begins on.
    private static func functions(of file: Repository.File) -> [Function] {
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.compactMap { index in
            let line = lines[index]
            guard let start = line.firstRange(of: "func ")?.upperBound, !line.contains("//") else { return nil }
            // A sentence; a word in back quotes is the name of a helper.
            let isTest = line[start...].hasPrefix("`") && line[start...].prefix { $0 != "(" }.contains(" ")
            let name = isTest ? line[start...] : line[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let end = line.prefix { $0 == " " } + "}"
            let rest = line.hasSuffix("}") ? 1 : 1 + lines[(index + 1)...].prefix { $0 != end }.count
            return Function(
                name: String(name), file: file.path, body: lines[index..<(index + rest)].joined(separator: "\n"),
                isTest: isTest)
        }
    }

    /// The functions that assert, and those that call one.
    private static func asserting(_ helpers: [Function]) -> Set<String> {
        var found = Set(helpers.filter { $0.body.contains(assertion) }.map(\.name))
        var size = 0
        while found.count != size {
            size = found.count
            found.formUnion(helpers.filter { calls(found, $0.body) }.map(\.name))
        }
        return found
    }

    /// Without `\b`: a point between two names is not a boundary of words to Unicode (UAX 29, WB6).
    private static func calls(_ names: Set<String>, _ body: String) -> Bool {
        body.matches(of: #/(\w+)(?:\(| \{)/#).contains { names.contains(String($0.output.1)) }
    }

    @Test func `every test asserts something`() throws {
        let all = try Dictionary(grouping: Repository.code(in: "Tests").filter { $0.name.hasSuffix(".swift") }) {
            $0.target
        }
        var (tests, silent) = (0, [String]())
        for files in all.values {
            let functions = files.flatMap(Self.functions)
            let asserting = Self.asserting(functions.filter { !$0.isTest })
            for test in functions where test.isTest {
                tests += 1
                if test.body.contains(Self.assertion) || Self.calls(asserting, test.body) { continue }
                silent.append("\(test.file): \(test.name)")
            }
        }
        #expect(tests > 1_500)
        #expect(silent.sorted() == [])
    }

    @Test func `no test draws numbers that cannot be drawn again`() throws {
        let unseeded =
            #/SystemRandomNumberGenerator|\.(?:random\(in:[^\n]*\)|randomElement\(\)|shuffled\(\)|shuffle\(\))/#
        let found = try Repository.code(in: "Tests").flatMap { file in
            file.text.split(separator: "\n").filter { line in
                !line.contains("using:") && line.contains(unseeded)
            }.map { "\(file.path): \($0)" }
        }
        // The seed itself, the name of a file, and this rule.
        let allowed = ["SeededRandom.swift", "WritingProgram.swift", "AgreementTests.swift", "AssertionTests.swift"]
        #expect(found.filter { line in !allowed.contains { line.contains($0) } } == [])
    }
}
