import Chips
import Registry
import Testing

/// Which findings go with contents of which no row is left.
@Suite struct `Contents that are erased` {
    private func finding(
        _ identity: String, tags: [String] = ["q-1"], message: String = "elsewhere", next: String = "Bring it back."
    ) -> FindingLife {
        let time = Timestamp(milliseconds: 1_795_221_000_000)
        let found = FoundFinding(
            identity: identity, code: String(identity.prefix { $0 != " " }), severity: "critical", stores: [],
            tags: tags, batches: [], message: message, next: next, evidence: 20)
        return FindingLife(number: 1, found: found, since: time, lastFound: time)
    }

    private func erased(_ urls: String..., besides known: String...) -> ErasedContents {
        let known = Set(known.map { ByteCompared($0) })
        return ErasedContents(urls.map { SeenContent(url: $0, uid: nil) }, besides: known) { _ in false }
    }

    /// Its rows are kept; the content that expires is one that a stranger may have made for it.
    @Test(arguments: [
        "https://", "https:", "s:", "https://s", "https://scam", "https://scam.exampl", "https://scam.example.com/",
        "s://scam.example/", "x://://scam.example/", "https:///", "https://?", "https://.",
        "https://scam.example:8443/", "https://scam.example?x", "instead:", "of:", "Clip:", " ", ":", "foreign:",
    ])
    func `leave findings about others`(content: String) {
        let scam = finding(
            "foreign cupertino | https://scam.example", tags: ["https://scam.example/pay"],
            message: "1 code leads to scam.example instead: of: App Clip: foreign: https:// https://, it is no URL",
            next: "Do not open https://scam.example/pay; report it.")
        #expect(!erased(content).areNamed(by: scam))
    }

    @Test func `without a host name nothing by it, whatever origins are handed over`() {
        let scam = finding("foreign cupertino | https://scam.example", tags: ["https://scam.example/pay"])
        for content in ["https://", "s:"] {
            let contents = [SeenContent(url: content, uid: nil)]
            #expect(!ErasedContents(contents, origins: [ByteCompared(content)]).areNamed(by: scam))
        }
        let other = ErasedContents(
            [SeenContent(url: "https://a.co/1", uid: nil)], origins: [ByteCompared("https://a.co")])
        #expect(!other.areNamed(by: finding("foreign cupertino | https://a.com", tags: ["https://a.com/1"])))
        #expect(!other.areNamed(by: finding("foreign cupertino | https://a.co.uk", tags: ["https://a.co.uk/1"])))
        #expect(other.areNamed(by: finding("foreign cupertino | https://a.co", tags: ["https://a.co/2"])))
    }

    @Test func `take findings that only the proof of their repair names them in`() {
        let time = Timestamp(milliseconds: 1_795_221_000_000)
        let found = FoundFinding(
            identity: "misplaced cupertino", code: "misplaced", severity: "critical", stores: [], tags: ["q-2"],
            batches: [],
            message: "elsewhere", next: "Bring it back.", evidence: 20)
        let repaired = FindingLife(
            number: 1, found: found, since: time, lastFound: time, repair: FindingRepair(proven: ["https://a.co/1"]))
        #expect(erased("https://a.co/1").areNamed(by: repaired))
        #expect(!erased("https://b.co/2").areNamed(by: repaired))
    }

    /// A text of a finding has 80 characters of it.
    private static let longPath = "scam.example/" + String(repeating: "a", count: 90)

    @Test(arguments: [
        ("https://a.co/1", "foreign cupertino | https://a.co", "q-1", "elsewhere"),
        ("https://a.co/1", "unregistered | https://a.co no prefix of it is registered", "q-1", "elsewhere"),
        ("https://a.co/1", "wrong-content cupertino |", "q-1", "it holds another URL: (https://a.co/1), as it was."),
        ("https://a.co/1", "wrong-content cupertino |", "q-1", "it holds https://a.co."),
        ("https://a.co:8443/1", "foreign | https://a.co:8443", "q-1", "elsewhere"),
        ("https://a.co?x=1", "foreign | https://a.co?x=1", "q-1", "elsewhere"),
        ("https://a.co/two words", "unmatched |", "q-1", "no experience is for https://a.co/two words."),
        ("https://a.co two words/x", "foreign | https://a.co two words", "q-1", "elsewhere"),
        ("tel:5550100", "foreign |", "tel:5550100", "elsewhere"),
        ("tel:555 0100", "foreign | tel:555 0100", "q-1", "elsewhere"),
        ("https://", "unregistered | https:// it has no host", "q-1", "elsewhere"),
        ("scam.example/pay/anna/123", "foreign cupertino | scam.example/pay/anna", "q-1", "elsewhere"),
        (
            "scam.example/pay/anna/123", "foreign |", "q-1",
            "1 tag leads to scam.example/pay/anna/123, which is not ours"
        ),
        (longPath, "foreign |", "q-1", "1 tag leads to \(longPath.prefix(80)), which is not ours"),
        ("https://", "foreign |", "https://", "elsewhere"),
    ])
    func `take findings along that name them`(content: String, identity: String, tag: String, message: String) {
        #expect(erased(content).areNamed(by: finding(identity, tags: [tag], message: message)))
    }

    @Test func `leave findings about an origin that others have`() {
        let other = finding("foreign | https://a.co", tags: ["https://a.co/2"])
        #expect(!erased("https://a.co/1", besides: "https://a.co").areNamed(by: other))
        #expect(erased("https://a.co/2", besides: "https://a.co").areNamed(by: other))
    }

    @Test func `leave findings about the beginning of a path that others have`() {
        let paths = finding("foreign | scam.example/pay/anna", message: "1 tag leads to scam.example/pay/anna/9")
        #expect(!erased("scam.example/pay/anna/1", besides: "scam.example/pay/anna").areNamed(by: paths))
        #expect(erased("scam.example/pay/anna/9", besides: "scam.example/pay/anna").areNamed(by: paths))
        #expect(!erased("scam.example/pay").areNamed(by: paths))
    }

    /// Words are looked for where the finding says what a tag holds, and not in its sentences: stores have names, too.
    @Test func `take findings along that say that a tag holds them`() throws {
        let words = """
            {
              "message": [{"key": "wrong-content", "values": {"url": "Fruta Cupertino", "written": "https://a.co/1"}}],
              "next": []
            }
            """
        func wrong(_ words: FindingWords?) -> FindingLife {
            let time = Timestamp(milliseconds: 1_795_221_000_000)
            let found = FoundFinding(
                identity: "wrong-content cupertino |", code: "wrong-content", severity: "critical", stores: [],
                tags: ["t-1"], batches: [], message: "the tag t-1 of Fruta Cupertino holds another URL", next: "",
                words: words, evidence: 20)
            return FindingLife(number: 1, found: found, since: time, lastFound: time)
        }
        let naming = try JSON.value(words, as: FindingWords.self)
        #expect(erased("Fruta Cupertino").areNamed(by: wrong(naming)))
        #expect(!erased("Fruta").areNamed(by: wrong(naming)))
        #expect(!erased("Fruta Cupertino").areNamed(by: wrong(nil)))
    }

    /// Swift's strings hold a letter and the same one with its accent behind it to be equal.
    @Test(arguments: ["https://a.co/caf\u{E9}", "https://caf\u{E9}.co/1", "caf\u{E9}", "caf\u{E9} two", "caf\u{E9}/1"])
    func `leave findings about others that are the same letters in other bytes`(content: String) {
        let other = content.replacing("\u{E9}", with: "e\u{301}")
        let named = finding("foreign | \(content)", tags: [content], message: "it holds (\(content)), as it was.")
        #expect(erased(content, besides: "https://a.co").areNamed(by: named))
        #expect(!erased(other, besides: "https://a.co").areNamed(by: named))
    }
}
