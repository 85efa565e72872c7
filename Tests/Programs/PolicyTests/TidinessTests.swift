import Testing

/// Names, sizes and words of the code.
struct TidinessTests {
    private static let code = Result {
        try Repository.code(in: "Sources") + Repository.code(in: "Tests")
    }

    @Test func `no file is longer than 400 lines`() throws {
        let long = try Self.code.get().filter {
            $0.text.split(separator: "\n", omittingEmptySubsequences: false).count > 401
        }
        #expect(long.map(\.path) == [])
    }

    /// `public` is for other packages; between the modules of this one it is `package`.
    @Test func `a module that the benchmarks do not reach declares nothing public`() throws {
        let folders = try Repository.names(in: "Benchmarks").filter { !$0.contains(".") }
        let benchmarks = try folders.flatMap { try Repository.code(in: "Benchmarks/\($0)") }
        let imported = benchmarks.flatMap { $0.text.matches(of: #/import (\w+)/#).map { String($0.1) } }
        var reached: Set<String> = []
        var next = Set(imported).intersection(Manifest.names)
        try #require(next.contains("Audit"))
        while !next.isEmpty {
            reached.formUnion(next)
            next = Set(next.flatMap { Imports.ours($0) }).subtracting(reached)
        }
        let declaration = #/^[ \t]*(?:@\w+(?:\([^)]*\))?\s+)*public (?!import)/#.anchorsMatchLineEndings()
        let open = try Repository.code(in: "Sources").filter {
            $0.path.hasSuffix(".swift") && $0.text.contains(declaration)
        }
        #expect(Set(open.map(\.target)).subtracting(reached) == [])
    }

    /// A name says what a thing is about; these say that nobody knew.
    @Test func `no folder, file or type is called Utils, Helpers, Manager or Common`() throws {
        let empty = #/(?:Utils?|Utility|Utilities|Helpers?|Manager|Common)$/#
        let declaration = #/\b(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)/#
        var names: [String] = []
        for file in try Self.code.get() {
            names += file.path.split(separator: "/").map { String($0.prefix { $0 != "." }) }
            names += file.text.matches(of: declaration).map { String($0.1) }
        }
        #expect(Set(names.filter { $0.contains(empty) }) == [])
    }

    /// What is left to do is in nobody's way here: it is done, or it is not begun.
    @Test func `no file puts work off`() throws {
        let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
        let found = try Self.code.get().flatMap { file in
            file.text.split(separator: "\n").enumerated().compactMap { number, line in
                line.matches(of: #/\b[A-Z]+\b/#).contains { words.contains(String($0.0)) }
                    ? "\(file.path): \(line)" : nil
            }
        }
        #expect(found == [])
    }
}
