/// A shortcut through the experience index for URLs about which nothing is open.
///
/// Registered URLs are kept by a hash of their loose key and by its length. A scanned URL without any of the
/// oddities that Apple leaves open is hashed once from left to right, as far as the longest key goes; its prefixes of the
/// lengths that occur are looked up, longest first. The first that is known decides: if it covers the URL, it is the most
/// specific match; if not, or if it is odd itself, the index must look closely.
struct CertainPrefixes: Sendable {
    private struct Slot {
        var hash: UInt64 = 0
        /// Position of the registered URL, -1 where no entry is, -2 where the index must look closely.
        var entry: Int32 = -1
    }

    private static let look: Int32 = -2
    private static let lengthLimit = 64

    private var slots: [Slot]
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
        queried = Set(keys.map { $0.reduce(Self.seed, Self.step) })
        var known: Set<Int> = []
        for (position, entry) in entries.enumerated() {
            known.insert(entry.key.count)
            texts += entry.url.isBareHost ? entry.url.bytes[..<entry.url.pathRange.lowerBound] : entry.url.bytes[...]
            ends.append(texts.count)
            add(entry.key.reduce(Self.seed, Self.step), entry.url.isPlain ? Int32(position) : Self.look)
        }
        lengths = known.sorted()
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

    /// The position of the registered URL that certainly opens; nil when the index must look closely.
    func match(_ bytes: Span<UInt8>, _ url: Range<Int>) -> Int? {
        guard lengths.count <= Self.lengthLimit, let parts = PlainParts(bytes, url) else { return nil }
        // A bare host's key ends in the slash that the URL may lack.
        let keyLength = parts.key.count + (parts.key.upperBound == parts.hostEnd ? 1 : 0)
        var hashes = InlineArray<64, UInt64>(repeating: 0)
        var hash = Self.seed
        var (found, length) = (0, 0)
        while found < lengths.count, lengths[found] <= keyLength {
            hash = Self.hash(hash, bytes, parts.key, length..<lengths[found])
            length = lengths[found]
            hashes[found] = hash
            found += 1
        }
        if parts.hasQuery, !queried.isEmpty {
            if queried.contains(Self.hash(hash, bytes, parts.key, length..<keyLength)) { return nil }
        }
        while found > 0 {
            found -= 1
            guard let entry = lookUp(hashes[found]) else { continue }
            return entry >= 0 && covers(Int(entry), bytes, url) ? Int(entry) : nil
        }
        return nil
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

    /// FNV-1a over bytes without letter case, with 64 bits.
    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(ASCII.lowercased(byte))) &* 0x0000_0100_0000_01B3
    }

    /// Goes on with some of a key's bytes; what is behind the key is the slash of a bare host.
    @inline(__always)
    private static func hash(
        _ hash: UInt64, _ bytes: Span<UInt8>, _ key: Range<Int>, _ offsets: Range<Int>
    ) -> UInt64 {
        var hash = hash
        for offset in offsets { hash = step(hash, offset < key.count ? bytes[key.lowerBound + offset] : 0x2F) }
        return hash
    }
}
