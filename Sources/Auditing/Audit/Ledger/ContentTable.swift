internal import CProcessor

/// What tags hold, each URL and chip once: bytes to entry number and back.
@safe struct ContentTable: ~Copyable, @unchecked Sendable {
    /// A content's digest and entry.
    private struct Slot: BitwiseCopyable, Sendable {
        var first: UInt64 = 0
        /// Entry number plus one in the low 20 bits, 0 where nothing is; the digest's other half above.
        var second: UInt64 = 0

        static let entryBits: UInt64 = 0xF_FFFF
    }

    /// The slot of a content is `capacity * digest.first / 2^64`, or the next free one after it.
    private var slots: UnsafeMutablePointer<Slot>
    private var capacity = 16
    /// Where each entry's bytes begin: the block's number, and the place in it in the low bits.
    private var places: [UInt32] = []
    /// Each entry's hash of the URL alone.
    private var urlHashes: [UInt32] = []
    /// Length of the chip's identifier, length of the URL (two bytes), how many of its bytes are as in the table's first
    /// URL, the identifier, the URL's other bytes; entry after entry, none across two blocks.
    private var blocks: [UnsafeMutablePointer<UInt8>] = unsafe []
    /// How many bytes the last block has.
    private var used = ContentTable.blockSize
    private let arena: Arena

    init(_ arena: Arena) {
        self.arena = arena
        unsafe slots = Self.slots(capacity, arena)
    }

    /// So many slots in which nothing is.
    private static func slots(_ count: Int, _ arena: Arena) -> UnsafeMutablePointer<Slot> {
        unsafe arena.zeros(count * MemoryLayout<Slot>.stride).bindMemory(to: Slot.self, capacity: count)
    }

    private static let placeBits: UInt32 = 14
    private static let blockSize = 1 << 14
    private static let headSize = 4

    var count: Int { places.count }

    /// The entry of a URL (part of a buffer) on a chip; a new one if there is none yet.
    @inline(__always)
    mutating func entry(_ key: ContentKey, chip: PackedChip, bytes: Span<UInt8>, url: Range<Int>) -> Int {
        let digest = key.digest
        let mark = digest.second & ~Slot.entryBits
        var place = Self.place(digest.first, capacity)
        while true {
            let slot = unsafe slots[place]
            if slot.second & Slot.entryBits == 0 { break }
            if slot.first == digest.first, slot.second & ~Slot.entryBits == mark {
                return Int(truncatingIfNeeded: slot.second & Slot.entryBits) - 1
            }
            place = place + 1 == capacity ? 0 : place + 1
        }
        urlHashes.append(key.urlHash)
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
        unsafe slots[place] = Slot(first: slot.first, second: slot.second | UInt64(entry + 1))
        if count * 4 > capacity * 3 { grow() }
        return entry
    }

    /// Asks for what a new entry needs before it comes: the first one's URL, and where the next one's goes.
    @inline(__always)
    func prefetchEnds() {
        guard let last = unsafe blocks.last else { return }
        unsafe waymark_prefetch(blocks[0])
        unsafe waymark_prefetch(last + used)
        places.prefetch(places.count - 1)
        urlHashes.prefetch(urlHashes.count - 1)
    }

    /// Asks for the slot of a content before it is needed.
    @inline(__always)
    func prefetch(_ key: ContentKey) { unsafe waymark_prefetch(slots + Self.place(key.digest.first, capacity)) }

    @inline(__always)
    private static func place(_ digest: UInt64, _ count: Int) -> Int {
        Int(truncatingIfNeeded: digest.multipliedFullWidth(by: UInt64(truncatingIfNeeded: count)).high)
    }

    /// Calls `body` with the bytes and the URL's range in them.
    func withContent<Result>(_ entry: Int, _ body: (_ bytes: Span<UInt8>, _ url: Range<Int>) -> Result) -> Result {
        var bytes: [UInt8] = []
        let length = copyURL(entry, to: &bytes)
        return body(bytes.span, 0..<length)
    }

    /// Puts the URL's bytes at the beginning of a buffer, which grows as needed, and says how many they are. At least
    /// eight more follow them, so that whole words can be read.
    @inline(__always)
    func copyURL(_ entry: Int, to buffer: inout [UInt8]) -> Int {
        let start = unsafe start(entry)
        let length = unsafe Int(start[1]) | Int(start[2]) << 8
        let shared = unsafe Int(start[3])
        if buffer.count < length + 8 { buffer += [UInt8](repeating: 0, count: length + 8 - buffer.count) }
        unsafe buffer.withUnsafeMutableBufferPointer { room in
            guard let target = room.baseAddress else { return }
            let rest = unsafe start + Self.headSize + Int(start[0])
            if shared > 0 {
                let first = unsafe blocks[0]
                unsafe target.update(from: first + Self.headSize + Int(first[0]), count: shared)
            }
            unsafe (target + shared).update(from: rest, count: length - shared)
        }
        return length
    }

    func haveSameURL(_ one: Int, _ other: Int) -> Bool {
        withContent(one) { bytes, url in
            withContent(other) { more, place in
                url.count == place.count && ByteComparison.isEqual(bytes, at: url.lowerBound, more, place)
            }
        }
    }

    /// Equal for equal URLs.
    func urlHash(_ entry: Int) -> UInt32 { urlHashes[entry] }

    func hasChip(_ entry: Int) -> Bool { unsafe start(entry)[0] != 0 }

    private func block(_ entry: Int) -> Int { Int(places[entry] >> Self.placeBits) }

    @unsafe @inline(__always)
    private func start(_ entry: Int) -> UnsafeMutablePointer<UInt8> {
        unsafe blocks[block(entry)] + Int(places[entry] & (1 << Self.placeBits - 1))
    }

    func chip(_ entry: Int) -> PackedChip {
        let start = unsafe start(entry)
        let count = unsafe Int(start[0])
        if count == 0 { return .none }
        if count == 7 {
            var bytes: UInt64 = 0
            for index in 0..<7 { bytes = unsafe bytes << 8 | UInt64(start[Self.headSize + index]) }
            return PackedChip(sevenBytes: bytes)
        }
        var chip = PackedChip()
        for index in 0..<count { chip.append(unsafe start[Self.headSize + index]) }
        return chip
    }

    func url(_ entry: Int) -> String {
        withContent(entry) { bytes, url in RowFields.text(bytes, url) }
    }

    private mutating func store(_ chip: PackedChip, _ bytes: Span<UInt8>, _ url: Range<Int>) {
        precondition(url.lowerBound >= 0 && url.upperBound <= bytes.count, "a range outside of its buffer")
        if used + Self.headSize + chip.count + url.count > Self.blockSize {
            precondition(Self.headSize + chip.count + url.count <= Self.blockSize, "a URL beyond the limit")
            unsafe blocks.append(arena.block(Self.blockSize).bindMemory(to: UInt8.self, capacity: Self.blockSize))
            used = 0
        }
        let last = unsafe blocks.count - 1
        let block = unsafe blocks[last]
        let shared = unsafe places.isEmpty ? 0 : Self.shared(blocks[0], bytes, url)
        places.append(UInt32(last) << Self.placeBits | UInt32(used))
        let start = unsafe block + used
        unsafe start[0] = UInt8(chip.count)
        unsafe start[1] = UInt8(truncatingIfNeeded: url.count)
        unsafe start[2] = UInt8(truncatingIfNeeded: url.count >> 8)
        unsafe start[3] = UInt8(shared)
        for index in 0..<chip.count { unsafe start[Self.headSize + index] = chip[index] }
        let rest = unsafe start + Self.headSize + chip.count
        unsafe bytes.extracting((url.lowerBound + shared)..<url.upperBound).withUnsafeBufferPointer { text in
            if let source = text.baseAddress { unsafe rest.initialize(from: source, count: text.count) }
        }
        used += Self.headSize + chip.count + url.count - shared
    }

    /// How many bytes a URL begins with that the first one of the table begins with, too, up to 255.
    private static func shared(_ block: UnsafeMutablePointer<UInt8>, _ bytes: Span<UInt8>, _ url: Range<Int>) -> Int {
        let length = unsafe Int(block[1]) | Int(block[2]) << 8
        let first = unsafe Span(_unsafeStart: block + headSize + Int(block[0]), count: length)
        let limit = min(length, url.count, 255)
        var shared = 0
        let (one, other) = unsafe (first.bytes, bytes.bytes)
        while shared + 8 <= limit {
            let difference = unsafe one.word(at: shared) ^ other.word(at: url.lowerBound + shared)
            if difference != 0 { return shared + difference.trailingZeroBitCount >> 3 }
            shared += 8
        }
        while shared < limit, first[shared] == bytes[url.lowerBound + shared] { shared += 1 }
        return shared
    }

    private mutating func grow() {
        let more = capacity + capacity / 2
        let larger = unsafe Self.slots(more, arena)
        for index in 0..<capacity {
            let slot = unsafe slots[index]
            if slot.second & Slot.entryBits == 0 { continue }
            var place = Self.place(slot.first, more)
            while unsafe larger[place].second & Slot.entryBits != 0 { place = place + 1 == more ? 0 : place + 1 }
            unsafe larger[place] = slot
        }
        unsafe arena.takeBack(UnsafeMutableRawPointer(slots), capacity * MemoryLayout<Slot>.stride)
        unsafe slots = larger
        capacity = more
    }
}
