/// What tags hold, each URL and chip once: bytes to entry number and back.
struct ContentTable: Sendable {
    /// Bytes in a block, unless one content needs more.
    private static let blockSize = 4_096

    /// Entry number plus one in the low 20 bits, part of the hash above; 0 is free.
    private var slots: [UInt32] = Array(repeating: 0, count: 16)
    /// Block and offset of each entry's bytes: 20 and 12 bits.
    private var places: [UInt32] = []
    private var blocks: [[UInt8]] = []

    var count: Int { places.count }

    /// The entry of a URL (part of a buffer) on a chip; a new one if there is none yet.
    mutating func entry(hash: UInt64, chip: PackedChip, bytes: Span<UInt8>, url: Range<Int>) -> Int {
        let hash = chip.isNone ? hash : ContentHash.mix(hash ^ chip.digest)
        let mark = UInt32(truncatingIfNeeded: hash >> 52) << 20
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let entry = Int(slots[slot] & 0xF_FFFF) - 1
            if slots[slot] & 0xFFF0_0000 == mark, holds(entry, chip, bytes, url) { return entry }
            slot = (slot + 1) & (slots.count - 1)
        }
        // A tag takes about 100 bytes; a billion of them do not fit any machine this is for.
        precondition(count + 1 < PackedVisit.entryLimit, "more than a billion tags in one audit")
        let entry = count
        store(chip, bytes, url)
        slots[slot] = mark | UInt32(entry + 1)
        if count * 3 > slots.count * 2 { grow() }
        return entry
    }

    /// Calls `body` with the bytes and where the URL stands among them.
    func withContent<Result>(_ entry: Int, _ body: (_ bytes: Span<UInt8>, _ url: Range<Int>) -> Result) -> Result {
        let block = blocks[Int(places[entry] >> 12)]
        let start = Int(places[entry] & 0xFFF)
        let url = start + 3 + Int(block[start])
        let length = Int(block[start + 1]) | Int(block[start + 2]) << 8
        return body(block.span, url..<(url + length))
    }

    func chip(_ entry: Int) -> PackedChip {
        let block = blocks[Int(places[entry] >> 12)]
        let start = Int(places[entry] & 0xFFF)
        return PackedChip(block[(start + 3)..<(start + 3 + Int(block[start]))])
    }

    func url(_ entry: Int) -> String {
        withContent(entry) { bytes, url in String(decoding: url.map { bytes[$0] }, as: UTF8.self) }
    }

    /// Length of the chip's identifier, length of the URL (two bytes), both contents.
    private mutating func store(_ chip: PackedChip, _ bytes: Span<UInt8>, _ url: Range<Int>) {
        let size = 3 + chip.count + url.count
        if blocks.isEmpty || blocks[blocks.count - 1].count + size > Self.blockSize {
            var block: [UInt8] = []
            block.reserveCapacity(max(size, Self.blockSize))
            blocks.append(block)
        }
        let last = blocks.count - 1
        places.append(UInt32(last << 12 | blocks[last].count))
        blocks[last].append(UInt8(chip.count))
        blocks[last].append(UInt8(truncatingIfNeeded: url.count))
        blocks[last].append(UInt8(truncatingIfNeeded: url.count >> 8))
        for index in 0..<chip.count { blocks[last].append(chip[index]) }
        for index in url { blocks[last].append(bytes[index]) }
    }

    private func holds(_ entry: Int, _ chip: PackedChip, _ bytes: Span<UInt8>, _ url: Range<Int>) -> Bool {
        let block = blocks[Int(places[entry] >> 12)]
        let own = block.span
        let start = Int(places[entry] & 0xFFF)
        guard Int(own[start]) == chip.count, Int(own[start + 1]) | Int(own[start + 2]) << 8 == url.count else {
            return false
        }
        for index in 0..<chip.count where own[start + 3 + index] != chip[index] { return false }
        let offset = start + 3 + chip.count - url.lowerBound
        for index in url where own[offset + index] != bytes[index] { return false }
        return true
    }

    private mutating func grow() {
        var larger = [UInt32](repeating: 0, count: slots.count * 2)
        for entry in 0..<count {
            let chip = chip(entry)
            let url = withContent(entry) { bytes, url in ContentHash.hash(bytes, url) }
            let hash = chip.isNone ? url : ContentHash.mix(url ^ chip.digest)
            var slot = Int(truncatingIfNeeded: hash) & (larger.count - 1)
            while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
            larger[slot] = UInt32(truncatingIfNeeded: hash >> 52) << 20 | UInt32(entry + 1)
        }
        slots = larger
    }
}
