internal import CProcessor
internal import Registry

/// What tags hold, each URL and chip once: bytes to entry number and back. A hash finds an entry, its bytes decide.
///
/// Sendable although it holds pointers: it cannot be copied, and its slots are of no other table (`Arena` hands each
/// block out once), so that who has the table is alone with them. A ledger keeps each table behind its shard's lock.
@safe package struct ContentTable: ~Copyable, @unchecked Sendable {
    private struct Slot: BitwiseCopyable, Sendable {
        /// The highest bits of the content's.
        let hash: UInt32
        /// Where the entry's bytes begin, as in `places`, plus one; 0 where nothing is.
        let nextPlace: UInt32

        init(_ hash: UInt32, place: UInt32) {
            self.hash = hash
            nextPlace = place + 1
        }

        var isFree: Bool { nextPlace == 0 }
        var place: UInt32 { nextPlace - 1 }
    }

    /// The slot of a content is `capacity * hash / 2^32`, or the next free one after it.
    private var slots: UnsafeMutablePointer<Slot>
    private var capacity = ContentTable.firstCapacity
    /// Of an audit of few contents each of the many tables has one or two.
    private static let firstCapacity = 128
    /// Of a block of the arena, and more: what is smaller is not used again when the table grows.
    private static let secondCapacity = Arena.blockSize / MemoryLayout<Slot>.stride
    /// Where each entry's bytes begin.
    private var places: [UInt32] = []
    private var contents: ContentBytes
    private let arena: Arena

    init(_ arena: Arena) {
        self.arena = arena
        contents = ContentBytes(arena)
        unsafe slots = Self.slots(capacity, arena)
    }

    /// So many slots in which nothing is.
    private static func slots(_ count: Int, _ arena: Arena) -> UnsafeMutablePointer<Slot> {
        unsafe arena.zeros(count * MemoryLayout<Slot>.stride).bindMemory(to: Slot.self, capacity: count)
    }

    package var count: Int { places.count }

    /// The entry of a URL (part of a buffer) on a chip; a new one if there is none yet.
    @inline(__always)
    mutating func entry(_ key: ContentKey, chip: PackedChip, bytes: Span<UInt8>, url: Range<Int>) -> Int {
        let hash = Self.hash(key)
        var index = Self.index(hash, capacity)
        while true {
            let slot = unsafe slots[index]
            if slot.isFree { break }
            if slot.hash == hash, contents.holds(chip, bytes, url: url, at: slot.place) {
                return contents.entry(slot.place)
            }
            index = index + 1 == capacity ? 0 : index + 1
        }
        return add(key, at: index, chip: chip, bytes: bytes, url: url)
    }

    @inline(never)
    private mutating func add(
        _ key: ContentKey, at index: Int, chip: PackedChip, bytes: Span<UInt8>, url: Range<Int>
    ) -> Int {
        // A tag takes about 100 bytes; half a billion of them do not fit any machine this is for.
        precondition(count + 1 < PackedVisit.entryLimit, "more than half a billion tags in one audit")
        let entry = count
        let place = contents.append(chip, bytes, url: url, entry: entry, urlHash: key.urlHash)
        if places.count == places.capacity { places.reserveCapacity(places.count + places.count / 4 + 8) }
        places.append(place)
        unsafe slots[index] = Slot(Self.hash(key), place: place)
        if count * 4 > capacity * 3 { grow() }
        return entry
    }

    /// Asks for what a new entry needs before it comes: the first one's URL, and where the next one's goes.
    @inline(__always)
    func prefetchEnds() {
        contents.prefetchEnds()
        places.prefetch(places.count - 1)
    }

    /// Asks for the slot of a content before it is needed.
    @inline(__always)
    func prefetchSlot(_ key: ContentKey) { unsafe waymark_prefetch(slots + Self.index(Self.hash(key), capacity)) }

    /// Asks for the bytes of a content before they are needed, when its slot has come.
    @inline(__always)
    func prefetchBytes(_ key: ContentKey) {
        let hash = Self.hash(key)
        var index = Self.index(hash, capacity)
        while true {
            let slot = unsafe slots[index]
            if slot.isFree { return }
            if slot.hash == hash { return contents.prefetch(slot.place) }
            index = index + 1 == capacity ? 0 : index + 1
        }
    }

    @inline(__always)
    private static func hash(_ key: ContentKey) -> UInt32 { UInt32(truncatingIfNeeded: key.hash >> 32) }

    @inline(__always)
    private static func index(_ hash: UInt32, _ count: Int) -> Int {
        Int(truncatingIfNeeded: (UInt64(hash) &* UInt64(truncatingIfNeeded: count)) >> 32)
    }

    /// Calls `body` with the bytes and the URL's range in them.
    private func withContent<Result>(_ entry: Int, _ body: (_ bytes: Span<UInt8>, _ url: Range<Int>) -> Result)
        -> Result
    {
        var bytes: [UInt8] = []
        let length = copyURL(entry, to: &bytes)
        return body(bytes.span, 0..<length)
    }

    /// Puts the URL's bytes at the beginning of a buffer, which grows as needed, and says how many they are. At least
    /// eight more follow them, so that whole words can be read.
    package func copyURL(_ entry: Int, to buffer: inout [UInt8]) -> Int { contents.copyURL(places[entry], to: &buffer) }

    package func hasChip(_ entry: Int) -> Bool { contents.hasChip(places[entry]) }

    package func chip(_ entry: Int) -> PackedChip { contents.chip(places[entry]) }

    package func haveSameURL(_ one: Int, _ other: Int) -> Bool {
        withContent(one) { bytes, url in
            withContent(other) { more, place in
                url.count == place.count && ByteComparison.isEqual(bytes, at: url.lowerBound, more, range: place)
            }
        }
    }

    /// Equal for equal URLs.
    package func urlHash(_ entry: Int) -> UInt32 { contents.urlHash(places[entry]) }

    package func url(_ entry: Int) -> String {
        withContent(entry) { bytes, url in ByteText.text(bytes, url) }
    }

    private mutating func grow() {
        // By less than the double, which in all the tables together is much. Even: their bytes are a multiple of 16.
        let more = max(Self.secondCapacity, (capacity + capacity / 3 + 1) & ~1)
        let larger = unsafe Self.slots(more, arena)
        for old in 0..<capacity {
            let slot = unsafe slots[old]
            if slot.isFree { continue }
            var index = Self.index(slot.hash, more)
            while unsafe !larger[index].isFree { index = index + 1 == more ? 0 : index + 1 }
            unsafe larger[index] = slot
        }
        unsafe arena.takeBack(UnsafeMutableRawPointer(slots), capacity * MemoryLayout<Slot>.stride)
        unsafe slots = larger
        capacity = more
    }
}
