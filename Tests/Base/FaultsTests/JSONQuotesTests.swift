import Faults
import Testing

@Suite struct `Texts of JSON` {
    private func parts(_ document: String) -> String {
        var text = JSONQuotes()
        return document.utf8.map { byte in
            switch text.take(byte) {
            case .structure: "."
            case .opening: "("
            case .character: "c"
            case .escape: "e"
            case .closing: ")"
            }
        }.joined()
    }

    @Test(arguments: [
        (#"{"a":[1]}"#, ".(c)....."), (#""\"\\""#, "(eeee)"), (#"["]","{"]"#, ".(c).(c)."), ("\"é\"", "(cc)"),
        (#""\u0022""#, "(eecccc)"), (#"\"a"#, ".(c"),
    ])
    func `differ from brackets, and escaped quotation marks from others`(document: String, expected: String) {
        #expect(parts(document) == expected)
    }
}
