public import Chips

/// Contents of which no row is left: findings that name one go with it.
///
/// What is compared is whole: a content holds what its maker likes, and the beginning of all URLs, or a word of every
/// sentence, names none.
public struct ErasedContents {
    /// Of one word, with a host.
    private var urls: Set<Substring> = []
    /// Of several words, with a host; origins among them.
    private var sentences: Set<String> = []
    /// Without a host. They may be words that sentences have anyway.
    private var others: Set<String> = []
    private var chips: Set<Substring> = []
    private var origins: Set<Substring> = []

    /// `origins`: schemes and hosts that only these have.
    public init(_ contents: some Sequence<SeenContent>, origins: Set<Substring>) {
        for content in contents {
            if let uid = content.uid { chips.insert(uid.hexadecimal[...]) }
            if !Self.namesHost(content.url[...]) {
                others.insert(content.url)
            } else if content.url.contains(where: \.isWhitespace) {
                sentences.insert(content.url)
            } else {
                urls.insert(content.url[...])
            }
        }
        for origin in origins where Self.namesHost(origin) {
            if origin.contains(where: \.isWhitespace) {
                sentences.insert(String(origin))
            } else {
                self.origins.insert(origin)
            }
        }
    }

    /// `orphans`: contents of which no row is left. `known`: the origins of them that other contents or experiences have.
    /// `isKnown`: whether others have seen a chip, or the registry knows it: then it says nothing of the erased rows.
    public init(
        _ orphans: [SeenContent], besides known: Set<Substring>, isKnown: (ChipUID) throws -> Bool
    ) rethrows {
        let gone = try orphans.map { content in
            SeenContent(url: content.url, uid: try content.uid.flatMap { try isKnown($0) ? nil : $0 })
        }
        self.init(gone, origins: Set(orphans.lazy.map(\.origin)).subtracting(known))
    }

    public func areNamed(by finding: FindingLife) -> Bool {
        let labels = finding.tags + finding.acceptedTags
        if labels.contains(where: others.contains) || Self.marks(of: finding.identity).contains(where: others.contains)
        {
            return true
        }
        return ([finding.message, finding.next, finding.identity] + labels).contains { text in
            text.split(whereSeparator: \.isWhitespace).contains(where: isNamed)
                || sentences.contains { Self.isWhole($0, in: text) }
        }
    }

    /// What an identity may name as a content: the words that distinguish the finding, from the first on.
    private static func marks(of identity: String) -> [String] {
        guard let bar = identity.firstRange(of: " | ") else { return [] }
        let mark = identity[bar.upperBound...]
        return mark.indices.filter { mark[$0].isWhitespace }.map { String(mark[..<$0]) } + [String(mark)]
    }

    /// With or without the marks of the sentence around it.
    private func isNamed(in word: Substring) -> Bool {
        var word = word.drop(while: Self.isOpening)
        while let last = word.last {
            if urls.contains(word) || chips.contains(word) || origins.contains(SeenContent.origin(of: word)) {
                return true
            }
            guard Self.isClosing(last) else { return false }
            word = word.dropLast()
        }
        return false
    }

    /// Whether a text has it between words, or within the marks of a sentence.
    private static func isWhole(_ part: String, in text: String) -> Bool {
        text.ranges(of: part).contains { range in
            let before = text[..<range.lowerBound].reversed().drop(while: isOpening)
            let after = text[range.upperBound...].drop(while: isClosing)
            return before.first.map(\.isWhitespace) ?? true && after.first.map(\.isWhitespace) ?? true
        }
    }

    private static func isOpening(_ character: Character) -> Bool { "(\"".contains(character) }
    private static func isClosing(_ character: Character) -> Bool { ".,;:)\"".contains(character) }

    /// Whether something follows the scheme that may be a host.
    private static func namesHost(_ url: Substring) -> Bool {
        guard let scheme = url.firstRange(of: "://"), let first = url[scheme.upperBound...].first else { return false }
        return !first.isWhitespace && !"/?#".contains(first) && !isOpening(first) && !isClosing(first)
    }
}
