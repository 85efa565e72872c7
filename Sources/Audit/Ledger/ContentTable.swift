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
    /// Where each entry's bytes begin: the block's number, and the place in it in the low bits.
    private var places: [UInt32] = []
    /// Length of the chip's identifier, length of the URL (two bytes), both contents; entry after entry, none across two
    /// blocks, which never grow: growing would copy all that is there.
    private var blocks: [[UInt8]] = []

    private static let placeBits: UInt32 = 14
    private static let blockSize = 1 << 14

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
        let start = start(entry)
        let block = blocks[block(entry)]
        let bytes = block.span
        let url = start + 3 + Int(bytes[start])
        let length = Int(bytes[start + 1]) | Int(bytes[start + 2]) << 8
        return body(bytes, url..<(url + length))
    }

    func haveSameURL(_ one: Int, _ other: Int) -> Bool {
        withContent(one) { bytes, url in
            withContent(other) { more, place in
                url.count == place.count && ByteComparison.isEqual(bytes, at: url.lowerBound, more, place)
            }
        }
    }

    func hasChip(_ entry: Int) -> Bool { blocks[block(entry)][start(entry)] != 0 }

    private func block(_ entry: Int) -> Int { Int(places[entry] >> Self.placeBits) }
    private func start(_ entry: Int) -> Int { Int(places[entry] & (1 << Self.placeBits - 1)) }

    func chip(_ entry: Int) -> PackedChip {
        let start = start(entry)
        let bytes = blocks[block(entry)]
        var chip = PackedChip()
        for index in 0..<Int(bytes[start]) { chip.append(bytes[start + 3 + index]) }
        return chip
    }

    func url(_ entry: Int) -> String {
        withContent(entry) { bytes, url in String(decoding: url.map { bytes[$0] }, as: UTF8.self) }
    }

    private mutating func store(_ chip: PackedChip, _ bytes: Span<UInt8>, _ url: Range<Int>) {
        let size = 3 + chip.count + url.count
        if blocks.last.map({ $0.count + size > Self.blockSize }) ?? true {
            var block: [UInt8] = []
            block.reserveCapacity(Self.blockSize)
            blocks.append(block)
        }
        let last = blocks.count - 1
        places.append(UInt32(last) << Self.placeBits | UInt32(blocks[last].count))
        blocks[last].append(UInt8(chip.count))
        blocks[last].append(UInt8(truncatingIfNeeded: url.count))
        blocks[last].append(UInt8(truncatingIfNeeded: url.count >> 8))
        for index in 0..<chip.count { blocks[last].append(chip[index]) }
        unsafe bytes.extracting(url).withUnsafeBufferPointer { text in unsafe blocks[last].append(contentsOf: text) }
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
