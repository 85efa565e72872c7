internal import Cryptography
internal import TextCoding

/// What a notice is known by at its receivers, and the name of its file.
package struct NoticeID: Sendable, Hashable {
    package let text: String

    /// The notice of a change that was found in comparison with a kept result. A run that is interrupted and made again
    /// compares with the same result, so its notices are the same and not further ones.
    /// `generation` names the kept result; `identity` is that of the finding or of the part.
    package init(_ kind: Notice.Kind, of identity: String, after generation: String) throws {
        let words = ["Waymark notice 1", generation, kind.rawValue, identity]
        text = "evt_" + (try SHA256.hexadecimal(of: words.joined(separator: "\n").utf8)).prefix(32)
    }

    /// One as it is written: it must be fit for a file's name and a header.
    package init?(_ text: String) {
        let digits = text.utf8.dropFirst(4)
        guard text.hasPrefix("evt_"), digits.count == 32, digits.allSatisfy({ Hexadecimal.value($0) != nil }),
            text == text.lowercased()
        else { return nil }
        self.text = text
    }
}
