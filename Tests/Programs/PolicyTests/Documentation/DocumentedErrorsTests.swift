import Testing

/// `docs/errors.md` has the code and the sentence of every fault.
struct DocumentedErrorsTests {
    struct Row: Hashable, Sendable {
        let code: String
        let meaning: String
    }

    /// The cases of every enum of `FaultCode`, by module and name, with what is said of them.
    private static let declared: [String: [Row]] = {
        let enumeration = #/enum (\w+)FaultCode: String, FaultCode[^\n]*\{\n((?:[^\n]*\n)*?)\}\n/#
        let line = #/case (\w+)(?: = "([^"]+)")?/#
        var rows: [String: [Row]] = [:]
        for file in (try? Repository.code(in: "Sources")) ?? [] {
            for match in file.text.matches(of: enumeration) {
                var comment: [Substring] = []
                for text in match.2.split(separator: "\n").map({ $0.trimmingPrefix(while: \.isWhitespace) }) {
                    if text.hasPrefix("///") {
                        comment.append(text.dropFirst(3).trimmingPrefix(while: \.isWhitespace))
                    } else if let found = text.wholeMatch(of: line) {
                        rows["\(file.target): \(match.1)", default: []].append(
                            Row(
                                code: String(found.2 ?? found.1),
                                meaning: comment.joined(separator: " ").replacing("`", with: "")))
                        comment = []
                    } else {
                        comment = []
                    }
                }
            }
        }
        return rows
    }()

    @Test func `there are kinds of faults`() { #expect(Self.declared.count > 20) }

    @Test(arguments: declared.keys.sorted()) func `the page has the codes of a kind`(_ kind: String) throws {
        let page = try Repository.table(in: "docs/errors.md", after: "## \(kind)").map {
            Row(code: $0[0], meaning: $0[1])
        }
        let declared = try #require(Self.declared[kind])
        #expect(page == declared)
        #expect(declared.filter { !$0.meaning.hasSuffix(".") }.map(\.code) == [], "not a sentence")
    }

    /// Codes that several modules have. Another one means the same in each of them, or gets a name of its own: a program
    /// meets the errors of several modules in one stream.
    private static let shared: Set<String> = [
        "bad-connection", "connection-refused", "failed",
        "not-found", "not-permitted", "reader-failed", "several-tags", "tag-lost", "timed-out",
        "unreachable",
    ]

    @Test func `only these codes are those of several modules`() {
        let holders = Dictionary(
            Self.declared.flatMap { kind, rows in rows.map { ($0.code, [kind]) } }, uniquingKeysWith: +)
        #expect(Set(holders.filter { $0.value.count > 1 }.keys).subtracting(Self.shared).sorted() == [])
    }

    @Test func `codes are in kebab-case, and a kind has each once`() {
        for (kind, rows) in Self.declared {
            #expect(rows.filter { $0.code.wholeMatch(of: #/[a-z0-9]+(?:-[a-z0-9]+)*/#) == nil }.map(\.code) == [])
            let codes = rows.map(\.code)
            #expect(Set(codes).count == codes.count, "\(kind)")
        }
    }
}
