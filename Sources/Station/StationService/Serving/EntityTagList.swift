internal import HTTPMessages

/// The entity tags that a conditional field lists (RFC 9110, sections 8.8.3 and 13.1). A field that is not as the RFC
/// writes it matches nothing.
struct EntityTagList {
    private struct EntityTag: Equatable {
        let isWeak: Bool
        /// With its quotes.
        let opaque: Substring
    }

    /// Whether it is `*`: whatever is there.
    let isAny: Bool
    private let tags: [EntityTag]

    /// Nil without the field.
    init?(_ name: String, of headers: HTTPHeaders) {
        let lines = headers.values(of: name)
        guard !lines.isEmpty else { return nil }
        let text = lines.joined(separator: ",")
        isAny = text.trimming(Self.isSpace) == "*"
        tags = isAny ? [] : Self.tags(in: text[...]) ?? []
    }

    /// For `If-Match`: a weak tag matches nothing (section 13.1.1). `current`: nil where nothing is there.
    func matchesStrongly(_ current: String?) -> Bool {
        current.map { tag in isAny || tags.contains(EntityTag(isWeak: false, opaque: tag[...])) } ?? false
    }

    /// For `If-None-Match` (section 13.1.2).
    func matchesWeakly(_ current: String?) -> Bool {
        current.map { tag in isAny || tags.contains { $0.opaque == tag } } ?? false
    }

    /// `W/` counts in capitals only. Empty elements of a list are skipped (section 5.6.1.2).
    private static func tags(in text: Substring) -> [EntityTag]? {
        var (rest, tags) = (text.drop { isSpace($0) || $0 == "," }, [EntityTag]())
        while !rest.isEmpty {
            let isWeak = rest.hasPrefix("W/")
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
            let opaque = rest[...end]
            guard opaque.dropFirst().dropLast().unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
            else { return nil }
            tags.append(EntityTag(isWeak: isWeak, opaque: opaque))
            rest = rest[rest.index(after: end)...].drop(while: isSpace)
            guard rest.isEmpty || rest.first == "," else { return nil }
            rest = rest.drop { isSpace($0) || $0 == "," }
        }
        return tags
    }

    private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
}

extension String {
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
        String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
    }
}
