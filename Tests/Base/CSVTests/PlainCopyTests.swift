import TestBench
import Testing

@testable import CSV

/// Rows without what only wraps their fields, against what the parser reads of the rows as they are.
@Suite struct `Plain copies` {
    private func copy(_ bytes: [UInt8]) -> [UInt8]? {
        // What is behind the end must not count.
        let behind = Array("\",\r\n\",\r\n".utf8)
        let padded = bytes + (0..<PlainCopy.margin).map { behind[$0 % behind.count] }
        var target = [UInt8](repeating: 0, count: padded.count)
        var span = target.mutableSpan
        return PlainCopy.make(of: padded.span, count: bytes.count, into: &span).map { Array(target[..<$0]) }
    }

    private func events(_ bytes: [UInt8]) -> [RecordParser.Event] {
        var parser = RecordParser()
        var found: [RecordParser.Event] = []
        parser.feed(bytes) { found.append($0) }
        parser.finish { found.append($0) }
        return found
    }

    @Test func `a copy has the rows of what it is made of, on the same lines`() {
        var random = SeededRandom()
        let parts = ["a", "https://a.example/s?b=c&d=%20#e", "'", "é", "x y", "", "", "1.5", "-", "\u{7F}"]
        var copies = 0
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let fields = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    let field = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                        parts.randomElement(using: &random) ?? ""
                    }
                    .joined()
                    return Bool.random(using: &random) ? "\"\(field)\"" : field
                }
                text += fields.joined(separator: ",") + (Bool.random(using: &random) ? "\r\n" : "\n")
            }
            if Bool.random(using: &random) { text = String(text.unicodeScalars.dropLast()) }
            // Half of them break a rule, or need their quotes.
            var bytes = Array(text.utf8)
            if Bool.random(using: &random), !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    Array("\",\n\ra".utf8).randomElement(using: &random) ?? 0
            }
            guard let copy = copy(bytes) else { continue }
            copies += 1
            #expect(!copy.contains(0x22) && !copy.contains(0x0D))
            #expect(
                events(copy) == events(bytes), "\(String(decoding: bytes, as: UTF8.self).debugDescription), \(random)")
        }
        #expect(copies > 5_000, "\(random)")
    }

    @Test(arguments: [
        ("\"a\",\"b\"\r\n", "a,b\n"), ("a,b\r\n\r\nc,\r\n", "a,b\n\nc,\n"), ("\"\",\"\"\n", ",\n"), ("\"a\"", "a"),
        ("a,", "a,"), ("", ""), ("\"'=x\",\"é%&+\"\n", "'=x,é%&+\n"),
    ])
    func `quotes and carriage returns that only wrap are left out`(text: String, expected: String) {
        #expect(copy(Array(text.utf8)) == Array(expected.utf8))
    }

    @Test(arguments: [
        "\"a,b\"\n", "\"a\"\"b\"\n", "\"a\nb\"\n", "\"\"\n", "a\n\"\"", "\"\"\r\n", "a\rb\n", "a\r", "a\"b\n",
        "\"a\"b\n",
        "\"a", "\"a\n", "\"a\r\n\",b\n", "\r\r\n",
    ])
    func `what needs its quotes or breaks a rule is not copied`(text: String) { #expect(copy(Array(text.utf8)) == nil) }
}
