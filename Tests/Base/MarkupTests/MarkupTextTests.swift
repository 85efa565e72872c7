import Markup
import Testing

struct `Text in markup` {
    @Test func `ends no element and no quoted attribute`() {
        #expect(
            MarkupText.escaped("<b a=\"1\" c='2'>&</b>") == "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;&lt;/b&gt;")
    }

    @Test func `is otherwise what it was`() {
        #expect(MarkupText.escaped("Café 咖啡 👩‍🍳\n\t%;") == "Café 咖啡 👩‍🍳\n\t%;")
    }

    /// With U+0338 the quote is one character that is no quote to Swift, and still one to a browser.
    @Test(arguments: [("\"", "&quot;"), ("'", "&#39;"), ("<", "&lt;"), (">", "&gt;"), ("&", "&amp;")])
    func `hides no quote behind a combining mark`(_ plain: String, _ escaped: String) {
        #expect(MarkupText.escaped(plain + "\u{338}") == escaped + "\u{338}")
    }

    @Test func `JSON in a script neither ends the script nor changes what it says`() {
        let safe = MarkupText.scriptSafe(Array(#"{"a":"</script><!--"}"#.utf8))
        #expect(String(decoding: safe, as: UTF8.self) == #"{"a":"\u003c/script>\u003c!--"}"#)
    }
}
