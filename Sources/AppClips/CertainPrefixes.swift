/// A shortcut through the experience index for URLs about which nothing is open.
///
/// Registered URLs are kept by a hash of their loose key and by its length. A scanned URL without any of the
/// oddities that Apple leaves open is hashed once from left to right; its prefixes of the lengths that occur are
/// looked up, longest first. The first that is known decides: if it covers the URL, it is the most specific
/// match; if not, or if it is odd itself, the index must look closely.
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
    /// The registered URLs one after another, and where each ends.
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
            texts += entry.url.bytes
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
        var hashes = InlineArray<64, UInt64>(repeating: 0)
        var found = 0
        var hash = Self.seed
        var length = 0
        for position in parts.key {
            if found < lengths.count, lengths[found] == length {
                hashes[found] = hash
                found += 1
            }
            hash = Self.step(hash, bytes[position])
            length += 1
        }
        // A bare host's key ends in the slash that the URL may lack.
        if parts.key.upperBound == parts.hostEnd {
            hash = Self.step(hash, 0x2F)
            length += 1
        }
        if found < lengths.count, lengths[found] == length {
            hashes[found] = hash
            found += 1
        }
        if parts.hasQuery, !queried.isEmpty, queried.contains(hash) { return nil }
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
        let start = entry == 0 ? 0 : ends[entry - 1]
        var end = ends[entry]
        // The slash of a bare host counts for nothing.
        if texts[end - 1] == 0x2F, !texts[(start + 8)..<(end - 1)].contains(0x2F) { end -= 1 }
        guard url.count >= end - start else { return false }
        for offset in 0..<(end - start) where texts[start + offset] != bytes[url.lowerBound + offset] { return false }
        guard url.count > end - start else { return true }
        let next = bytes[url.lowerBound + end - start]
        return texts[end - 1] == 0x2F || next == 0x2F || next == 0x3F
    }

    /// FNV-1a over bytes without letter case, with 64 bits.
    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(ASCII.lowercased(byte))) &* 0x0000_0100_0000_01B3
    }
}

/// Where the parts are of a URL without anything that Apple leaves open: `https`, a lower-case host, no port, no
/// empty or dotted segment, no percent sign, no fragment, ASCII only.
struct PlainParts {
    /// Host and path without a slash at the end.
    let key: Range<Int>
    let hostEnd: Int
    let hasQuery: Bool

    init?(_ bytes: Span<UInt8>, _ url: Range<Int>) {
        guard url.count <= InvocationURL.sizeLimit, Self.begins(bytes, url, with: "https://") else { return nil }
        let start = url.lowerBound + 8
        var position = start
        var last: UInt8 = 0
        while position < url.upperBound, Self.isHostByte(bytes[position]) {
            // Two hyphens may be the sign of an international host.
            if last == 0x2D, bytes[position] == 0x2D { return nil }
            last = bytes[position]
            position += 1
        }
        guard position > start else { return nil }
        hostEnd = position
        last = 0
        while position < url.upperBound, bytes[position] != 0x3F {
            let byte = bytes[position]
            guard position > hostEnd ? ASCII.isUnreserved(byte) || byte == 0x2F : byte == 0x2F else { return nil }
            if last == 0x2F, byte == 0x2F || byte == 0x2E { return nil }
            last = byte
            position += 1
        }
        key = start..<(last == 0x2F ? position - 1 : position)
        hasQuery = position < url.upperBound
        if hasQuery, position + 1 == url.upperBound { return nil }
        position += 1
        while position < url.upperBound {
            let byte = bytes[position]
            guard ASCII.isUnreserved(byte) || byte == 0x3D || byte == 0x26 else { return nil }
            position += 1
        }
    }

    private static func begins(_ bytes: Span<UInt8>, _ url: Range<Int>, with prefix: StaticString) -> Bool {
        guard url.count > prefix.utf8CodeUnitCount else { return false }
        return prefix.withUTF8Buffer { wanted in
            for index in 0..<wanted.count where unsafe bytes[url.lowerBound + index] != wanted[index] { return false }
            return true
        }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || ASCII.isDigit(byte) || byte == 0x2D || byte == 0x2E
    }
}

extension InvocationURL {
    /// Whether nothing about it is open, and it has no query.
    var isPlain: Bool {
        PlainParts(bytes.span, 0..<bytes.count).map { !$0.hasQuery } ?? false
    }
}
