internal import TextCoding

/// All registered URLs, and which of them a scanned URL belongs to: the most specific matching prefix.
///
/// The index must not guess. It finds every registered URL that could be a prefix under any reading of what
/// Apple leaves open, and answers with a match only when all readings give the same one.
///
/// Built once, sorted by loose key; each entry points to the longest other entry whose key is a prefix of its
/// own. A lookup is one binary search and a walk along these links: fast even with a million experiences.
public struct ExperienceIndex: Sendable {
    private struct Entry {
        let key: [UInt8]
        let url: InvocationURL
        var parent: Int?
    }

    private var entries: [Entry] = []
    /// Registered URLs with a query, by loose key and smallest parameter.
    private var queries: [[UInt8]: [InvocationURL]] = [:]
    private let registered: Set<InvocationURL>
    private let hosts: Set<[UInt8]>
    private let internationalURLs: [InvocationURL]
    private let certain: FastPrefixes

    /// Apple's own links open without a registration; those among `urls` are left out.
    public init(_ urls: some Sequence<InvocationURL>) {
        registered = Set(urls.filter { AppleLink($0) == nil })
        hosts = Set(registered.map(\.lowercasedHost))
        internationalURLs = registered.filter(\.hostIsInternational).sorted()
        for url in registered {
            let key = url.looseKey(resolvingDots: true)
            if let first = url.parameters.min(by: { $0.lexicographicallyPrecedes($1) }) {
                queries[Self.queryKey(key, first), default: []].append(url)
            } else {
                entries.append(Entry(key: key, url: url))
            }
        }
        entries.sort { ($0.key, $0.url.bytes) < ($1.key, $1.url.bytes) }
        certain = FastPrefixes(
            entries.map { ($0.key, $0.url) },
            queried: registered.filter { $0.parameters.first != nil }.map { $0.looseKey(resolvingDots: true) })
        linkEntries()
    }

    /// The registered URLs that `fastMatch` may answer, by position.
    public var certainURLs: [InvocationURL] { entries.map(\.url) }

    public func certainURL(_ position: Int) -> InvocationURL { entries[position].url }

    /// Which of `certainURLs` a scan of this URL opens beyond doubt; nil when only `match` can say.
    ///
    /// Takes part of a buffer as it was read, makes nothing of it, and needs a fraction of a microsecond.
    public func fastMatch(_ bytes: Span<UInt8>, _ url: Range<Int>) -> Int? {
        certain.match(bytes, url)
    }

    /// Which of `certainURLs` every URL opens that begins with these bytes and continues without anything that Apple
    /// leaves open; nil when it depends on the rest.
    func fastMatch(ofAllBeginningWith prefix: [UInt8]) -> Int? { certain.match(allBeginningWith: prefix) }

    /// The same of every URL that has this path, and nothing behind it or a query.
    func fastMatch(ofAllWithPath path: [UInt8]) -> Int? { certain.match(allWithPath: path) }

    public var count: Int { registered.count }

    /// The registered URL that a scan of `url` would open, as far as Apple's text decides it.
    public func match(_ url: InvocationURL) -> ExperienceMatch {
        guard url.schemeIsWeb else { return .noMatch(.notWeb) }
        guard hosts.contains(url.lowercasedHost) else {
            switch AppleLink(url) {
            case .standard: return .noMatch(.defaultLink)
            case .demo: return .noMatch(.demoLink)
            case nil: break
            }
            // Ours may be registered in the other spelling of an international host.
            return url.hostIsInternational && !internationalURLs.isEmpty
                ? .ambiguous(.internationalHost, candidates: internationalURLs) : .noMatch(.otherHost)
        }
        let candidates = candidates(for: url)
        let certain = candidates.filter { $0.covers(url) }
        if registered.contains(url) {
            return .match(url, others: certain.filter { $0 != url })
        }
        guard let longest = candidates.first else { return .noMatch(.noPrefix) }
        if let question = url.openQuestion {
            return .ambiguous(question, candidates: candidates)
        }
        guard let best = certain.first else {
            return .ambiguous(Self.difference(of: url, from: longest), candidates: candidates)
        }
        let doubtful = candidates.first { !certain.contains($0) && Self.isMoreSpecific($0, than: best) }
        if let doubtful {
            return .ambiguous(Self.difference(of: url, from: doubtful), candidates: candidates)
        }
        return .match(best, others: Array(certain.dropFirst()))
    }

    /// Another registered URL of which Apple does not say whether it is a prefix of this one, and the question.
    public func overlap(of registered: InvocationURL) -> (other: InvocationURL, question: Ambiguity)? {
        let other = candidates(for: registered).first { $0 != registered && !$0.covers(registered) }
        return other.map { ($0, Self.difference(of: registered, from: $0)) }
    }

    private mutating func linkEntries() {
        var open: [Int] = []
        for index in entries.indices {
            while let last = open.last, !entries[index].key.starts(with: entries[last].key) {
                open.removeLast()
            }
            entries[index].parent = open.last
            open.append(index)
        }
    }

    /// Every registered URL that could be a prefix of `url` under some reading, most specific first.
    private func candidates(for url: InvocationURL) -> [InvocationURL] {
        let key = url.looseKey(resolvingDots: true)
        var found = Set(prefixes(of: key))
        if url.hasDotSegments {
            found.formUnion(prefixes(of: url.looseKey(resolvingDots: false)))
        }
        for parameter in queries.isEmpty ? [] : url.parameters {
            for length in 1...parameter.count {
                let registered = queries[Self.queryKey(key, parameter.prefix(length))] ?? []
                found.formUnion(registered.filter { Self.parameters(of: $0, couldBeIn: url) })
            }
        }
        return found.sorted { left, right in
            if Self.isMoreSpecific(left, than: right) { return true }
            if Self.isMoreSpecific(right, than: left) { return false }
            return left.bytes.count == right.bytes.count ? left < right : left.bytes.count > right.bytes.count
        }
    }

    private func prefixes(of key: [UInt8]) -> [InvocationURL] {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if key.lexicographicallyPrecedes(entries[middle].key) { high = middle } else { low = middle + 1 }
        }
        // The longest prefix of the key is the entry before it, or one of that entry's prefixes.
        var found: [InvocationURL] = []
        var next: Int? = low > 0 ? low - 1 : nil
        while let index = next {
            let entry = entries[index]
            if key.starts(with: entry.key), entry.url.mayContinue(entry.key, in: key) { found.append(entry.url) }
            next = entries[index].parent
        }
        return found
    }

    private static func queryKey(_ key: [UInt8], _ parameter: ArraySlice<UInt8>) -> [UInt8] {
        key + [UInt8(ascii: "?")] + parameter
    }

    /// Whether the registered parameters might count as a prefix: reordered, among others, or made longer.
    private static func parameters(of registered: InvocationURL, couldBeIn url: InvocationURL) -> Bool {
        let scanned = url.parameters
        return registered.parameters.allSatisfy { wanted in scanned.contains { $0.starts(with: wanted) } }
    }

    private static func isMoreSpecific(_ left: InvocationURL, than right: InvocationURL) -> Bool {
        let leftKey = left.looseKey(resolvingDots: true).count
        let rightKey = right.looseKey(resolvingDots: true).count
        return (leftKey, left.queryRange?.count ?? 0) > (rightKey, right.queryRange?.count ?? 0)
    }

    /// The question on which it depends whether `registered` counts as a prefix of `url`.
    private static func difference(of url: InvocationURL, from registered: InvocationURL) -> Ambiguity {
        if url.bytes[url.schemeRange] != registered.bytes[registered.schemeRange] { return .scheme }
        if let question = registered.openQuestion { return question }
        if registered.queryRange != nil { return .query }
        let wanted = registered.bytes[registered.pathRange]
        let path = url.bytes[url.pathRange]
        if path.starts(with: wanted) { return .partialComponent }
        if wanted.last == UInt8(ascii: "/"), path.starts(with: wanted.dropLast()) { return .trailingSlash }
        return PercentCoding.decodeLeniently(path).starts(with: PercentCoding.decodeLeniently(wanted))
            ? .percentEncoding : .pathCase
    }
}

private func < (left: ([UInt8], [UInt8]), right: ([UInt8], [UInt8])) -> Bool {
    left.0 == right.0
        ? left.1.lexicographicallyPrecedes(right.1) : left.0.lexicographicallyPrecedes(right.0)
}
