internal import TextCoding

/// The opening tags of a page, one after the other, without those in comments and in elements whose contents are text.
///
/// See: HTML, 13.2.5 (tokenization)
struct HTMLTags {
    struct Tag {
        /// In lower case.
        let name: String
        /// By name in lower case; the first of a name counts.
        let attributes: [String: String]
    }

    /// Elements whose contents are text and not markup, in a browser that runs scripts.
    private static let ofText: Set<String> = ["script", "style", "title", "textarea", "noscript", "iframe", "xmp"]

    private var rest: ArraySlice<UInt8>

    init(_ html: ArraySlice<UInt8>) { rest = html }

    mutating func next() -> Tag? {
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            if rest.starts(with: "!--".utf8) {
                skipComment()
            } else if rest.first.map(ASCII.isLetter) == true {
                let name = word { !Self.isSpace($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
                // A tag that does not end is none.
                guard let attributes = attributes() else { return nil }
                if Self.ofText.contains(name) { skipText(of: name) }
                return Tag(name: name, attributes: attributes)
            }
        }
        return nil
    }

    /// `<!-->` and `<!--->` are whole comments.
    private mutating func skipComment() {
        rest = rest.dropFirst(1)
        var dashes = 0
        for (index, byte) in zip(rest.indices, rest) {
            if byte == UInt8(ascii: ">"), dashes >= 2 {
                rest = rest[(index + 1)...]
                return
            }
            dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
        }
        rest = []
    }

    /// Goes to the closing tag.
    private mutating func skipText(of name: String) {
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            guard rest.first == UInt8(ascii: "/") else { continue }
            let end = rest.dropFirst().prefix(name.utf8.count)
            guard end.map(ASCII.lowercased).elementsEqual(name.utf8), let next = rest[end.endIndex...].first else {
                continue
            }
            if Self.isSpace(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: ">") { return }
        }
        rest = []
    }

    /// Up to the tag's end; nil where it has none.
    private mutating func attributes() -> [String: String]? {
        var found: [String: String] = [:]
        while let byte = rest.first {
            if byte == UInt8(ascii: ">") {
                rest = rest.dropFirst()
                return found
            }
            guard !Self.isSpace(byte), byte != UInt8(ascii: "/") else {
                rest = rest.dropFirst()
                continue
            }
            // An equals sign begins a name, and ends one.
            let first = rest.removeFirst()
            let name =
                String(decoding: [ASCII.lowercased(first)], as: UTF8.self)
                + word {
                    !Self.isSpace($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "=")
                }
            let value = value()
            if found[name] == nil { found[name] = value }
        }
        return nil
    }

    /// The value after a name; empty when there is none.
    private mutating func value() -> String {
        let after = rest.drop(while: Self.isSpace)
        guard after.first == UInt8(ascii: "=") else { return "" }
        rest = after.dropFirst().drop(while: Self.isSpace)
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let text = rest.prefix { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
            rest = rest[text.endIndex...]
            return String(decoding: text, as: UTF8.self)
        }
        let text = rest.dropFirst().prefix { $0 != quote }
        rest = rest[text.endIndex...].dropFirst()
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func word(_ isWanted: (UInt8) -> Bool) -> String {
        let text = rest.prefix(while: isWanted)
        rest = rest[text.endIndex...]
        return String(decoding: text.map(ASCII.lowercased), as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }
}
