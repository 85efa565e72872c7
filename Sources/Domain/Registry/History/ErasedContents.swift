public import Chips

/// Contents of which no row is left: findings that name one go with it.
public struct ErasedContents {
    private var urls: Set<Substring> = []
    /// Those that are not one word of a sentence.
    private var texts: [String] = []
    private var chips: Set<Substring> = []
    private let origins: Set<Substring>

    /// `origins`: schemes and hosts that only these have.
    public init(_ contents: some Sequence<SeenContent>, origins: Set<Substring>) {
        self.origins = origins
        for content in contents {
            if let uid = content.uid { chips.insert(uid.hexadecimal[...]) }
            let isOneWord = content.url.contains("://") && !content.url.contains(where: \.isWhitespace)
            if isOneWord { urls.insert(content.url[...]) } else { texts.append(content.url) }
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
        ([finding.message, finding.next, finding.identity] + finding.tags + finding.acceptedTags).contains { text in
            texts.contains { text.contains($0) } || origins.contains { text.contains($0) }
                || text.split(whereSeparator: \.isWhitespace).contains(where: isNamed)
        }
    }

    /// With or without the marks of the sentence around it.
    private func isNamed(in word: Substring) -> Bool {
        var word = word.drop { "(\"".contains($0) }
        while !word.isEmpty {
            if urls.contains(word) || chips.contains(word) { return true }
            guard let last = word.last, ".,;:)\"".contains(last) else { return false }
            word = word.dropLast()
        }
        return false
    }
}
