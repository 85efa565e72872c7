/// The order of texts by their bytes in UTF-8, which is that of SQLite's and PostgreSQL's indexes (`BINARY`, `C`).
enum ByteOrder {
    private struct Key {
        /// The eight bytes behind those that all texts begin with, the first of them the highest: most texts differ there.
        let beginning: UInt64
        let place: Int
    }

    /// The places of the texts in their order. Those of equal texts stay in theirs.
    static func sorted(_ texts: [String]) -> [Int] {
        var texts = texts
        for place in texts.indices { texts[place].makeContiguousUTF8() }
        let common = commonPrefix(of: texts)
        return texts.indices.map { Key(beginning: word(of: texts[$0], from: common), place: $0) }
            .sorted { one, other in
                if one.beginning != other.beginning { return one.beginning < other.beginning }
                let (first, second) = (texts[one.place].utf8.span, texts[other.place].utf8.span)
                return precedes(first, second, from: common) ?? (one.place < other.place)
            }
            .map(\.place)
    }

    /// How many bytes all texts begin with.
    private static func commonPrefix(of texts: [String]) -> Int {
        guard let first = texts.first else { return 0 }
        return texts.reduce(first.utf8.count) { common, text in
            let (one, other) = (first.utf8.span, text.utf8.span)
            return (0..<min(common, other.count)).first { one[$0] != other[$0] } ?? min(common, other.count)
        }
    }

    /// Missing bytes count as zeros: such a text may be equal to a longer one here, and is not behind it.
    private static func word(of text: String, from start: Int) -> UInt64 {
        let bytes = text.utf8.span
        var word: UInt64 = 0
        for place in start..<(start + 8) { word = word << 8 | (place < bytes.count ? UInt64(bytes[place]) : 0) }
        return word
    }

    /// Nil when they are equal.
    private static func precedes(_ one: Span<UInt8>, _ other: Span<UInt8>, from start: Int) -> Bool? {
        for place in start..<min(one.count, other.count) where one[place] != other[place] {
            return one[place] < other[place]
        }
        return one.count == other.count ? nil : one.count < other.count
    }
}
