/// A shortcut through the experience index for URLs about which nothing is open.
///
/// Registered URLs are kept by a hash of their loose key. Of a scanned URL without any of the oddities that Apple leaves
/// open the prefixes of the lengths that occur are looked up, longest first. The first that is known decides: if it covers
/// the URL, it is the most specific match; if not, or if it is odd itself, the index must look closely.
struct FastPrefixes: Sendable {
    private struct Slot {
        var hash: UInt64 = 0
        /// Position of the registered URL, -1 where no entry is, -2 where the index must look closely.
        var entry: Int32 = -1
    }

    private static let look: Int32 = -2

    private var slots: [Slot]
    /// Of the keys, the longest first.
    private var lengths: [Int] = []
    /// Hashes of the keys that have a registered URL with a query.
    private var queried: Set<UInt64> = []
    /// The registered URLs one after another, without the slash of a bare host, which counts for nothing.
    private var texts: [UInt8] = []
    private var ends: [Int] = []

    /// `entries`: loose keys and URLs without a query, whose position is what `match` answers.
    init(_ entries: [(key: [UInt8], url: InvocationURL)], queried keys: some Sequence<[UInt8]>) {
        var capacity = 16
        while capacity < entries.count * 2 { capacity *= 2 }
        slots = Array(repeating: Slot(), count: capacity)
        queried = Set(keys.map(Self.hash))
        var known: Set<Int> = []
        for (position, entry) in entries.enumerated() {
            known.insert(entry.key.count)
            texts += entry.url.isBareHost ? entry.url.bytes[..<entry.url.pathRange.lowerBound] : entry.url.bytes[...]
            ends.append(texts.count)
            add(Self.hash(entry.key), entry.url.isPlain ? Int32(position) : Self.look)
        }
        lengths = known.sorted(by: >)
        // Whole words can be read behind the last one.
        texts += repeatElement(0, count: 8)
    }

    private mutating func add(_ hash: UInt64, _ entry: Int32) {
        var place = Int(truncatingIfNeeded: hash >> 20) & (slots.count - 1)
        while slots[place].entry != -1 {
            if slots[place].hash == hash {
                slots[place].entry = Self.look
                return
            }
            place = (place + 1) & (slots.count - 1)
        }
        slots[place] = Slot(hash: hash, entry: entry)
    }

    private static func hash(_ key: [UInt8]) -> UInt64 { ByteRun.looseHash(key.span, 0..<key.count) }

    /// The position of the registered URL that certainly opens; nil when the index must look closely.
    func match(_ bytes: Span<UInt8>, _ url: Range<Int>) -> Int? {
        guard let parts = FastURLParts(bytes, url) else { return nil }
        // A bare host's key ends in the slash that the URL may lack.
        if parts.key.upperBound == parts.hostEnd {
            let key = parts.key.map { bytes[$0] } + [0x2F]
            return match(bytes, url, key.span, 0..<key.count, hasQuery: parts.hasQuery)
        }
        return match(bytes, url, bytes, parts.key, hasQuery: parts.hasQuery)
    }

    @inline(__always)
    private func match(
        _ bytes: Span<UInt8>, _ url: Range<Int>, _ keys: Span<UInt8>, _ key: Range<Int>, hasQuery: Bool
    ) -> Int? {
        if hasQuery, !queried.isEmpty, queried.contains(ByteRun.looseHash(keys, key)) { return nil }
        for length in lengths where length <= key.count {
            let entry = lookUp(ByteRun.looseHash(keys, key.lowerBound..<(key.lowerBound + length)))
            guard let entry else { continue }
            return entry >= 0 && covers(Int(entry), bytes, url) ? Int(entry) : nil
        }
        return nil
    }

    /// The position of the registered URL that every plain URL certainly opens which begins with these bytes and has more;
    /// nil when it depends on what comes.
    func match(allBeginningWith prefix: [UInt8]) -> Int? {
        // "https://" and the slash at the end are not part of the key.
        guard queried.isEmpty, prefix.last == 0x2F, let longest = lengths.first, longest <= prefix.count - 9 else {
            return nil
        }
        let url = prefix + [0x78]
        guard let entry = match(url.span, 0..<url.count) else { return nil }
        let length = ends[entry] - (entry == 0 ? 0 : ends[entry - 1])
        return length <= prefix.count ? entry : nil
    }

    /// The position of the registered URL that every plain URL certainly opens which is this one, perhaps with a query behind
    /// it; nil when it depends on that.
    func match(allWithPath url: [UInt8]) -> Int? {
        queried.isEmpty && !url.contains(0x3F) ? match(url.span, 0..<url.count) : nil
    }

    private func lookUp(_ hash: UInt64) -> Int32? {
        var place = Int(truncatingIfNeeded: hash >> 20) & (slots.count - 1)
        while slots[place].entry != -1 {
            if slots[place].hash == hash { return slots[place].entry }
            place = (place + 1) & (slots.count - 1)
        }
        return nil
    }

    /// As `InvocationURL.covers`, for plain URLs.
    private func covers(_ entry: Int, _ bytes: Span<UInt8>, _ url: Range<Int>) -> Bool {
        let text = (entry == 0 ? 0 : ends[entry - 1])..<ends[entry]
        guard url.count >= text.count, ByteRun.isEqual(texts.span, text, bytes, at: url.lowerBound) else {
            return false
        }
        guard url.count > text.count else { return true }
        let next = bytes[url.lowerBound + text.count]
        return texts[text.upperBound - 1] == 0x2F || next == 0x2F || next == 0x3F
    }
}
