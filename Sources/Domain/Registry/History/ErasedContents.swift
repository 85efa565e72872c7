public import Chips

/// Contents of which no row is left: findings that name one go with it.
///
/// What is compared is whole, byte for byte: a content holds what its maker likes, and the beginning of all URLs, or a word
/// of every sentence, names none.
public struct ErasedContents {
    /// Of one word, with a host.
    private var urls: Set<ByteCompared> = []
    /// What is looked for between the words of a text: of several words and with a host, origins among them; and paths without
    /// a host.
    private var sentences: Set<ByteCompared> = []
    /// Without a host. They may be words that sentences have anyway.
    private var others: Set<ByteCompared> = []
    private var chips: Set<ByteCompared> = []
    private var origins: Set<ByteCompared> = []
    private var otherOrigins: Set<ByteCompared> = []

    /// `origins`: those that only these have.
    public init(_ contents: some Sequence<SeenContent>, origins: Set<ByteCompared>) {
        for content in contents {
            if let uid = content.uid { chips.insert(ByteCompared(uid.hexadecimal)) }
            if !Self.namesHost(content.url) {
                addOther(content.url)
            } else if Self.hasWords(content.url) {
                sentences.insert(ByteCompared(content.url))
            } else {
                urls.insert(ByteCompared(content.url))
            }
        }
        for origin in origins {
            if !Self.namesHost(origin.wrappedValue) {
                otherOrigins.insert(origin)
            } else if Self.hasWords(origin.wrappedValue) {
                sentences.insert(origin)
            } else {
                self.origins.insert(origin)
            }
        }
    }

    private mutating func addOther(_ content: String) {
        others.insert(ByteCompared(content))
        // A sentence has no path by itself; a scheme alone is none.
        guard content.unicodeScalars.split(separator: "/").count > 1 else { return }
        sentences.formUnion([content, SeenContent.beginning(of: content)].map { ByteCompared($0) })
    }

    /// `orphans`: contents of which no row is left. `known`: the origins of them that other contents or experiences have.
    /// `isKnown`: whether others have seen a chip, or the registry knows it: then it says nothing of the erased rows.
    public init(
        _ orphans: [SeenContent], besides known: Set<ByteCompared>, isKnown: (ChipUID) throws -> Bool
    ) rethrows {
        let gone = try orphans.map { content in
            SeenContent(url: content.url, uid: try content.uid.flatMap { try isKnown($0) ? nil : $0 })
        }
        self.init(gone, origins: Set(orphans.lazy.map(\.origin)).subtracting(known))
    }

    public func areNamed(by finding: FindingLife) -> Bool {
        let labels = finding.tags + finding.acceptedTags + (finding.repair?.proven ?? [])
        if labels.contains(where: { others.contains(ByteCompared($0)) }) { return true }
        let marks = Self.marks(of: finding.identity)
        if marks.contains(where: { others.contains($0) || otherOrigins.contains($0) }) { return true }
        if let words = finding.words, words.contents.contains(where: { others.contains(ByteCompared($0)) }) {
            return true
        }
        return ([finding.message, finding.next, finding.identity] + labels).contains { text in
            text.unicodeScalars.split(whereSeparator: Self.isSpace).contains(where: isNamed)
                || sentences.contains { Self.isWhole($0.wrappedValue, in: text) }
        }
    }

    /// What an identity may name as a content: the words that distinguish the finding, from the first on.
    private static func marks(of identity: String) -> [ByteCompared] {
        let scalars = identity.unicodeScalars
        guard let bar = scalars.firstRange(of: " | ".unicodeScalars) else { return [] }
        let mark = scalars[bar.upperBound...]
        return (mark.indices.filter { isSpace(mark[$0]) } + [mark.endIndex]).map { ByteCompared(String(mark[..<$0])) }
    }

    /// With or without the marks of the sentence around it.
    private func isNamed(in word: Substring.UnicodeScalarView) -> Bool {
        var word = word.drop(while: Self.isOpening)
        while let last = word.last {
            let text = ByteCompared(String(word))
            if urls.contains(text) || chips.contains(text) { return true }
            if origins.contains(ByteCompared(SeenContent.origin(of: text.wrappedValue))) { return true }
            guard Self.isClosing(last) else { return false }
            word = word.dropLast()
        }
        return false
    }

    /// Whether a text has it between words, or within the marks of a sentence.
    private static func isWhole(_ part: String, in text: String) -> Bool {
        let scalars = text.unicodeScalars
        return scalars.ranges(of: part.unicodeScalars).contains { range in
            let before = scalars[..<range.lowerBound].reversed().drop(while: isOpening)
            let after = scalars[range.upperBound...].drop(while: isClosing)
            return before.first.map(isSpace) ?? true && after.first.map(isSpace) ?? true
        }
    }

    private static func hasWords(_ text: String) -> Bool { text.unicodeScalars.contains(where: isSpace) }
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    private static func isOpening(_ scalar: Unicode.Scalar) -> Bool { "(\"".unicodeScalars.contains(scalar) }
    private static func isClosing(_ scalar: Unicode.Scalar) -> Bool { ".,;:)\"".unicodeScalars.contains(scalar) }

    /// Whether something follows the scheme that may be a host.
    private static func namesHost(_ url: String) -> Bool {
        let scalars = url.unicodeScalars
        guard let scheme = scalars.firstRange(of: "://".unicodeScalars),
            let first = scalars[scheme.upperBound...].first
        else { return false }
        return !isSpace(first) && !"/?#".unicodeScalars.contains(first) && !isOpening(first) && !isClosing(first)
    }
}
