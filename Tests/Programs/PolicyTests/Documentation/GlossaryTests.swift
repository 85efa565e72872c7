import Audit
import Registry
import Testing

struct GlossaryTests {
    /// Terms whose meaning quotes each value.
    private static let closedLists: [(term: String, values: [String])] = [
        ("state", TagState.allCases.map(\.rawValue)),
        ("medium", Medium.allCases.map(\.rawValue)),
        ("verdict", Verdict.allCases.map(\.rawValue)),
        ("confirmation", Confirmation.Outcome.allCases.map(\.rawValue)),
    ]

    private static func rows() throws -> [(term: Substring, meaning: Substring)] {
        try Repository.text("docs/glossary.md").matches(of: #/(?m)^\| ([a-zA-Z ]+) \| (.+) \|$/#)
            .map { ($0.1, $0.2) }.filter { $0.term != "term" }
    }

    @Test func `a term with a closed list of values names each of them and no other`() throws {
        let meanings = Dictionary(try Self.rows()) { first, _ in first }
        for (term, values) in Self.closedLists {
            let quoted = try #require(meanings[term[...]]).matches(of: #/`([\w-]+)`/#).map { String($0.1) }
            #expect(Set(quoted) == Set(values), "\(term)")
        }
    }

    @Test func `a term is explained once`() throws {
        let terms = try Self.rows().map(\.term)
        #expect(terms.count > 30)
        #expect(Set(terms).count == terms.count)
    }
}
