import Testing

/// Names that say one thing.
struct NamesTests {
    /// Types at the top of a file, by name, with the modules that declare them.
    private static let modulesByType: [String: Set<String>] = {
        let declaration =
            #/^(?:(?:public|package|final|indirect|nonisolated|@\w+(?:\([^)]*\))?)\s+)*(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)/#
            .anchorsMatchLineEndings()
        var modules: [String: Set<String>] = [:]
        for file in (try? Repository.code(in: "Sources")) ?? [] {
            for match in file.text.matches(of: declaration) {
                modules[String(match.1), default: []].insert(file.target)
            }
        }
        return modules
    }()

    @Test func `no two modules have a type of one name`() {
        #expect(Self.modulesByType.count > 500)
        #expect(Self.modulesByType.filter { $0.value.count > 1 }.map { "\($0.key): \($0.value.sorted())" } == [])
    }

    @Test func `no type has the name of a module`() {
        let modules = Set(Manifest.modules.map(\.name))
        #expect(Self.modulesByType.keys.filter(modules.contains) == [])
    }

    /// At a call, values without labels cannot be distinguished by eye.
    @Test func `few functions have three parameters without labels`() throws {
        let signature = #/\b(?:func\s+\w+|init[?!]?)(?:<[^>]*>)?\(([^{]*?)\)\s*(?:async|throws|->|\{|where)/#
        var all = 0
        var unlabelled: [String] = []
        for file in try Repository.code(in: "Sources") where file.name.hasSuffix(".swift") {
            for match in file.text.matches(of: signature) {
                all += 1
                if match.1.matches(of: #/(?:^|[,(]|\n)\s*_\s+\w+\s*:/#).count >= 3 {
                    unlabelled.append("\(file.path): \(match.0.prefix(100))")
                }
            }
        }
        #expect(all > 1500)
        let share = Double(unlabelled.count) / Double(all)
        #expect(share <= 0.005, "\(unlabelled.count) of \(all): \(unlabelled)")
    }
}
