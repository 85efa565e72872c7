/// What tags hold, each URL and chip once: bytes to entry number and back.
struct ContentTable: Sendable {
    /// Entry number plus one in the low 20 bits, part of the hash above; 0 is free.
    private var slots: [UInt32] = Array(repeating: 0, count: 16)
    /// Where each entry's bytes begin.
    private var places: [UInt32] = []
    /// Length of the chip's identifier, length of the URL (two bytes), both contents; entry after entry.
    private var texts: [UInt8] = []

    var count: Int { places.count }

    /// The entry of a URL (part of a buffer) on a chip; a new one if there is none yet.
    mutating func entry(hash: UInt64, chip: PackedChip, bytes: Span<UInt8>, url: Range<Int>) -> Int {
        let hash = Self.hash(hash, chip)
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

    /// Brings what is needed to look up these contents into the processor's cache, a step for all before the next step:
    /// the memory then answers many at the same time. One after the other they would wait longer than everything
    /// else takes. Returns nothing of use.
    func warm(_ hashes: [UInt64], _ entries: inout [Int32]) -> UInt8 {
        entries.removeAll(keepingCapacity: true)
        for hash in hashes {
            entries.append(Int32(slots[Int(truncatingIfNeeded: hash) & (slots.count - 1)] & 0xF_FFFF))
        }
        for index in entries.indices where entries[index] > 0 {
            entries[index] = Int32(bitPattern: places[Int(entries[index]) - 1])
        }
        var sum: UInt8 = 0
        for place in entries {
            let place = Int(UInt32(bitPattern: place))
            // A content takes a line of the cache, or a little more.
            if place < texts.count { sum &+= texts[place] &+ texts[min(place + 64, texts.count - 1)] }
        }
        return sum
    }

    /// Where the search for a content begins.
    static func hash(_ url: UInt64, _ chip: PackedChip) -> UInt64 {
        chip.isNone ? url : ContentHash.mix(url ^ chip.digest)
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
        for index in url { texts.append(bytes[index]) }
    }

    private func holds(_ entry: Int, _ chip: PackedChip, _ bytes: Span<UInt8>, _ url: Range<Int>) -> Bool {
        let own = texts.span
        let start = Int(places[entry])
        guard Int(own[start]) == chip.count, Int(own[start + 1]) | Int(own[start + 2]) << 8 == url.count else {
            return false
        }
        for index in 0..<chip.count where own[start + 3 + index] != chip[index] { return false }
        return ByteComparison.isEqual(own, at: start + 3 + chip.count, bytes, url)
    }

    private mutating func grow() {
        var larger = [UInt32](repeating: 0, count: slots.count * 2)
        for entry in 0..<count {
            let chip = chip(entry)
            let url = withContent(entry) { bytes, url in ContentHash.hash(bytes, url) }
            let hash = Self.hash(url, chip)
            var slot = Int(truncatingIfNeeded: hash) & (larger.count - 1)
            while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
            larger[slot] = UInt32(truncatingIfNeeded: hash >> 52) << 20 | UInt32(entry + 1)
        }
        slots = larger
    }
}
