import Logging
import TestBench
import Testing

@Suite struct `A log line` {
    @Test(arguments: [
        ("plain", "plain"),
        ("ümlaut-☕", "ümlaut-☕"),
        ("", "\"\""),
        ("two words", "\"two words\""),
        ("a=b", "\"a=b\""),
        (#"say "hi""#, #""say \"hi\"""#),
        (#"C:\tags"#, #"C:\\tags"#),
        ("line\nerror waymarkd: forged", #""line\nerror waymarkd: forged""#),
        ("a\r\nb\t", #"a\r\nb\t"#),
        ("\u{1b}[31m", #"\u{1b}[31m"#),
        ("nul\0", #"nul\u{0}"#),
        ("\u{9b}2J", #"\u{9b}2J"#),
        ("a\u{2028}b", #"a\u{2028}b"#),
        ("a\u{202e}b", #"a\u{202e}b"#),
    ])
    func `shows a value so that it cannot be misread`(value: String, shown: String) {
        #expect(line(metadata: ["url": value]) == "info api: request url=\(shown)")
    }

    @Test func `escapes keys, label and message too`() {
        #expect(
            line(label: "a\nb", message: "c\n<2>d \"e\" \\", metadata: ["k\n": "v", "k =": "w"])
                == #"info a\nb: c\n<2>d "e" \\ k\n=v "k ="=w"#)
    }

    @Test func `lists its metadata in alphabetical order`() {
        #expect(line(metadata: ["c": "3", "a": "1", "b": "2"]) == "info api: request a=1 b=2 c=3")
    }

    private func line(label: String = "api", message: String = "request", metadata: Logger.Metadata)
        -> String?
    {
        let handler = CollectingLogHandler()
        Logger(label: label, handler: handler).info(message, metadata: metadata)
        return handler.lines.first
    }
}
