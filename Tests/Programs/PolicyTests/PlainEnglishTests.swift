import Glibc
import Testing

/// The words that people meet, in messages, help, docs, the console and the comments of the code: present tense, active
/// voice, and the field's own terms.
struct PlainEnglishTests {
    /// A part of each banned word: few texts have one, and a regular expression takes its time.
    private static let signs = [
        "obody", "omebody", "whoever", "verybody", "nybody", "good for nothing", "goes on", "stands", "lies", "told",
        "is no ",
        "are no ",
    ]

    /// What a person would have to read twice. "There is no" is plain, "this is no" is not.
    private static func hasBannedWord(_ text: some StringProtocol) -> Bool {
        let lowercase = text.lowercased()
        guard signs.contains(where: { unsafe strstr(lowercase, $0) != nil }) else { return false }
        return String(text).replacing(#/[Tt]here (?:is|are) no/#, with: "").contains(
            #/(?i)\b(?:nobody|somebody|whoever|everybody|anybody|good for nothing|goes on|stands|lies|told)\b|\b(?:is|are) no (?!longer)/#
        )
    }

    /// Texts within double quotes, of one line or several; a comment is none.
    private static var token: Regex<Substring> {
        #/\/\/[^\n]*|"""(?:.|\n)*?"""|"(?:\\\((?:[^()"]|"[^"]*"|\((?:[^()]|\([^()]*\))*\))*\)|\\.|[^"\\\n])*"/#
    }

    private static var interpolation: Regex<Substring> {
        #/\\\((?:[^()"]|"[^"]*"|\((?:[^()]|\([^()]*\))*\))*\)/#
    }

    @Test func `messages are plain`() throws {
        var texts = 0
        var found: [String] = []
        for file in try Repository.code(in: "Sources") where file.name.hasSuffix(".swift") {
            for literal in file.text.matches(of: Self.token) where !literal.0.hasPrefix("//") {
                texts += 1
                let text = literal.0.replacing(Self.interpolation, with: "…")
                if Self.hasBannedWord(text) { found.append("\(file.path): \(text)") }
            }
        }
        #expect(texts > 5000)
        #expect(found == [])
    }

    @Test func `comments are plain`() throws {
        var comments = 0
        var found: [String] = []
        for file in try Repository.code(in: "Sources") where file.name.hasSuffix(".swift") {
            for comment in file.text.matches(of: Self.token) where comment.0.hasPrefix("//") {
                comments += 1
                if Self.hasBannedWord(comment.0) { found.append("\(file.path): \(comment.0)") }
            }
        }
        #expect(comments > 5000)
        #expect(found == [])
    }

    @Test(
        arguments: try ["README.md"] + Repository.names(in: "docs").filter { $0.hasSuffix(".md") }.map { "docs/\($0)" })
    func `docs are plain`(_ document: String) throws {
        let lines = try Repository.text(document).split(separator: "\n")
        #expect(lines.filter(Self.hasBannedWord) == [])
    }

    @Test(arguments: [
        "Station/Console", "Station/WalkPage", "Auditing/Audit", "Auditing/AuditPages", "Auditing/WorkOrders",
    ])
    func `the texts of pages are plain`(_ module: String) throws {
        let lines = try Repository.text("Sources/\(module)/Texts/en.json").split(separator: "\n")
        #expect(lines.count > 20)
        #expect(lines.filter(Self.hasBannedWord) == [])
    }
}
