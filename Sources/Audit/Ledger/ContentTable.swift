/// What tags hold, each URL and chip once: bytes to entry number and back.
struct ContentTable: Sendable {
    /// A content's digest and entry.
    private struct Slot: BitwiseCopyable, Sendable {
        var first: UInt64 = 0
        /// Entry number plus one in the low 20 bits, 0 where nothing is; the digest's other half above.
        var second: UInt64 = 0

        static let entryBits: UInt64 = 0xF_FFFF
    }

    /// A content stands at the place that its digest is to 2^64 as the place is to all, or behind.
    private var slots: [Slot] = Array(repeating: Slot(), count: 16)
    /// Where each entry's bytes begin.
    private var places: [UInt32] = []
    /// Length of the chip's identifier, length of the URL (two bytes), both contents; entry after entry.
    private var texts: [UInt8] = []

    var count: Int { places.count }

    /// The entry of a URL (part of a buffer) on a chip; a new one if there is none yet.
    @inline(__always)
    mutating func entry(_ digest: ContentDigest, chip: PackedChip, bytes: Span<UInt8>, url: Range<Int>) -> Int {
        let mark = digest.second & ~Slot.entryBits
        var place = Self.place(digest.first, slots.count)
        while true {
            let slot = slots[place]
            if slot.second & Slot.entryBits == 0 { break }
            if slot.first == digest.first, slot.second & ~Slot.entryBits == mark {
                return Int(truncatingIfNeeded: slot.second & Slot.entryBits) - 1
            }
            place = place + 1 == slots.count ? 0 : place + 1
        }
        return add(Slot(first: digest.first, second: mark), at: place, chip, bytes, url)
    }

    @inline(never)
    private mutating func add(
        _ slot: Slot, at place: Int, _ chip: PackedChip, _ bytes: Span<UInt8>, _ url: Range<Int>
    ) -> Int {
        // A tag takes about 100 bytes; half a billion of them do not fit any machine this is for.
        precondition(count + 1 < PackedVisit.entryLimit, "more than half a billion tags in one audit")
        let entry = count
        store(chip, bytes, url)
        slots[place] = Slot(first: slot.first, second: slot.second | UInt64(entry + 1))
        if count * 4 > slots.count * 3 { grow() }
        return entry
    }

    /// Brings the slots of these contents into the processor's cache: the memory then answers many at the same time.
    /// One after the other they would wait longer than everything else takes. Returns nothing of use.
    @inline(__always)
    func warm(_ digests: Span<ContentDigest>) -> UInt64 {
        var sum: UInt64 = 0
        for index in 0..<digests.count { sum &+= slots[Self.place(digests[index].first, slots.count)].second }
        return sum
    }

    @inline(__always)
    private static func place(_ digest: UInt64, _ count: Int) -> Int {
        Int(truncatingIfNeeded: digest.multipliedFullWidth(by: UInt64(truncatingIfNeeded: count)).high)
    }

    /// What stands for a URL on a chip.
    @inline(__always)
    static func digest(_ url: ContentDigest, _ chip: PackedChip) -> ContentDigest {
        var digest = url
        if !chip.isNone {
            digest.add(chip.high, .process)
            digest.add(UInt64(chip.low) | UInt64(truncatingIfNeeded: chip.count) << 16, .process)
        }
        return digest
    }

    /// Calls `body` with the bytes and where the URL stands among them.
    func withContent<Result>(_ entry: Int, _ body: (_ bytes: Span<UInt8>, _ url: Range<Int>) -> Result) -> Result {
        let start = Int(places[entry])
        let url = start + 3 + Int(texts[start])
        let length = Int(texts[start + 1]) | Int(texts[start + 2]) << 8
        return body(texts.span, url..<(url + length))
    }

    func haveSameURL(_ one: Int, _ other: Int) -> Bool {
        withContent(one) { bytes, url in
            withContent(other) { more, place in
                url.count == place.count && ByteComparison.isEqual(bytes, at: url.lowerBound, more, place)
            }
        }
    }

    func hasChip(_ entry: Int) -> Bool { texts[Int(places[entry])] != 0 }

    func chip(_ entry: Int) -> PackedChip {
        let start = Int(places[entry])
        return PackedChip(texts[(start + 3)..<(start + 3 + Int(texts[start]))])
    }

    func url(_ entry: Int) -> String {
        withContent(entry) { bytes, url in String(decoding: url.map { bytes[$0] }, as: UTF8.self) }
    }

    private mutating func store(_ chip: PackedChip, _ bytes: Span<UInt8>, _ url: Range<Int>) {
        // A quarter more, not twice as much: most of the memory of an audit is here and in the log.
        let size = texts.count + 3 + chip.count + url.count
        if size > texts.capacity { texts.reserveCapacity(size + size / 4) }
        places.append(UInt32(texts.count))
        texts.append(UInt8(chip.count))
        texts.append(UInt8(truncatingIfNeeded: url.count))
        texts.append(UInt8(truncatingIfNeeded: url.count >> 8))
        for index in 0..<chip.count { texts.append(chip[index]) }
        unsafe bytes.extracting(url).withUnsafeBufferPointer { text in unsafe texts.append(contentsOf: text) }
    }

    private mutating func grow() {
        var larger = [Slot](repeating: Slot(), count: slots.count + slots.count / 2)
        for slot in slots where slot.second & Slot.entryBits != 0 {
            var place = Self.place(slot.first, larger.count)
            while larger[place].second & Slot.entryBits != 0 { place = place + 1 == larger.count ? 0 : place + 1 }
            larger[place] = slot
        }
        slots = larger
    }
}
