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

    private func erased(_ urls: String..., besides known: Set<Substring> = []) -> ErasedContents {
        ErasedContents(urls.map { SeenContent(url: $0, uid: nil) }, besides: known) { _ in false }
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
            #expect(!ErasedContents(contents, origins: [content[...]]).areNamed(by: scam))
        }
        let other = ErasedContents([SeenContent(url: "https://a.co/1", uid: nil)], origins: ["https://a.co"])
        #expect(!other.areNamed(by: finding("foreign cupertino | https://a.com", tags: ["https://a.com/1"])))
        #expect(!other.areNamed(by: finding("foreign cupertino | https://a.co.uk", tags: ["https://a.co.uk/1"])))
        #expect(other.areNamed(by: finding("foreign cupertino | https://a.co", tags: ["https://a.co/2"])))
    }

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
        ("https://", "foreign |", "https://", "elsewhere"),
    ])
    func `take findings along that name them`(content: String, identity: String, tag: String, message: String) {
        #expect(erased(content).areNamed(by: finding(identity, tags: [tag], message: message)))
    }

    @Test func `leave findings about an origin that others have`() {
        let other = finding("foreign | https://a.co", tags: ["https://a.co/2"])
        #expect(!erased("https://a.co/1", besides: ["https://a.co"]).areNamed(by: other))
        #expect(erased("https://a.co/2", besides: ["https://a.co"]).areNamed(by: other))
    }
}
