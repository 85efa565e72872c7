import Testing
import UnixSystem

struct TerminalTextTests {
    @Test(arguments: [
        // Erase the screen, set the title, answer back: what a terminal would do.
        ("\u{1B}[2J", #"\u001b[2J"#), ("\u{1B}]0;owned\u{07}", #"\u001b]0;owned\u0007"#),
        ("line\r\u{1B}[Kother", #"line\u000d\u001b[Kother"#), ("\u{8}\u{7F}", #"\u0008\u007f"#),
        // The same in one character of ISO/IEC 6429, C1.
        ("\u{9B}2J\u{90}", #"\u009b2J\u0090"#),
        // Characters that turn the direction of writing: embedding, override, isolates, marks.
        ("a\u{202E}b\u{2066}c\u{2069}\u{200F}\u{061C}", #"a\u202eb\u2066c\u2069\u200f\u061c"#),
        ("a\u{2028}b\u{2029}\u{85}", #"a\u2028b\u2029\u0085"#),
    ])
    func `what could drive a terminal is escaped`(_ text: String, _ shown: String) {
        #expect(TerminalText.harmless(text) == shown)
        #expect(TerminalText.harmless("\(text) 서울") == "\(shown) 서울")
    }

    @Test(arguments: [
        "error: no\n  why:\tbecause\n", "Café, 서울 강남점, مقهى, קפה", "👩‍👩‍👧 🇰🇷 ❤️", "soft\u{AD}hyphen", "نامه‌ای",
        #"C:\u001b"#, "",
    ])
    func `every other text stays as it is`(_ text: String) {
        #expect(TerminalText.harmless(text) == text)
    }
}
