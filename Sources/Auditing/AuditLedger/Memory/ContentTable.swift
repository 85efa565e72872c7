internal import CProcessor
internal import Registry

/// What tags hold, each URL and chip once: bytes to entry number and back. A hash finds an entry, its bytes decide.
///
/// Sendable although it holds pointers: it cannot be copied, and its slots are of no other table (`Arena` hands each
/// block out once), so that who has the table is alone with them. A ledger keeps each table behind its shard's lock.
@safe package struct ContentTable: ~Copyable, @unchecked Sendable {
    private struct Slot: BitwiseCopyable, Sendable {
        var hash: UInt64 = 0
        /// Entry number plus one, 0 where nothing is.
        var entry: UInt32 = 0
        /// Where the entry's bytes begin, as in `places`: found without another access to the memory.
        var place: UInt32 = 0
    }

    /// The slot of a content is `capacity * hash / 2^64`, or the next free one after it.
    private var slots: UnsafeMutablePointer<Slot>
    private var capacity = 16
    /// Where each entry's bytes begin.
    private var places: [UInt32] = []
    /// Each entry's hash of the URL alone.
    private var urlHashes: [UInt32] = []
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
        var index = Self.index(key.hash, capacity)
        while true {
            let slot = unsafe slots[index]
            if slot.entry == 0 { break }
            if slot.hash == key.hash, contents.holds(chip, bytes, url: url, at: slot.place) {
                return Int(slot.entry) - 1
            }
            index = index + 1 == capacity ? 0 : index + 1
        }
        urlHashes.append(key.urlHash)
        return add(key.hash, at: index, chip: chip, bytes: bytes, url: url)
    }

    @inline(never)
    private mutating func add(
        _ hash: UInt64, at index: Int, chip: PackedChip, bytes: Span<UInt8>, url: Range<Int>
    ) -> Int {
        // A tag takes about 100 bytes; half a billion of them do not fit any machine this is for.
        precondition(count + 1 < PackedVisit.entryLimit, "more than half a billion tags in one audit")
        let entry = count
        let place = contents.append(chip, bytes, url: url)
        places.append(place)
        unsafe slots[index] = Slot(hash: hash, entry: UInt32(entry + 1), place: place)
        if count * 4 > capacity * 3 { grow() }
        return entry
    }

    /// Asks for what a new entry needs before it comes: the first one's URL, and where the next one's goes.
    @inline(__always)
    func prefetchEnds() {
        contents.prefetchEnds()
        places.prefetch(places.count - 1)
        urlHashes.prefetch(urlHashes.count - 1)
    }

    /// Asks for the slot of a content before it is needed.
    @inline(__always)
    func prefetchSlot(_ key: ContentKey) { unsafe waymark_prefetch(slots + Self.index(key.hash, capacity)) }

    /// Asks for the bytes of a content before they are needed, when its slot has come.
    @inline(__always)
    func prefetchBytes(_ key: ContentKey) {
        var index = Self.index(key.hash, capacity)
        while true {
            let slot = unsafe slots[index]
            if slot.entry == 0 { return }
            if slot.hash == key.hash { return contents.prefetch(slot.place) }
            index = index + 1 == capacity ? 0 : index + 1
        }
    }

    @inline(__always)
    private static func index(_ hash: UInt64, _ count: Int) -> Int {
        Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(truncatingIfNeeded: count)).high)
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
    package func urlHash(_ entry: Int) -> UInt32 { urlHashes[entry] }

    package func url(_ entry: Int) -> String {
        withContent(entry) { bytes, url in ByteText.text(bytes, url) }
    }

    private mutating func grow() {
        let more = capacity + capacity / 2
        let larger = unsafe Self.slots(more, arena)
        for old in 0..<capacity {
            let slot = unsafe slots[old]
            if slot.entry == 0 { continue }
            var index = Self.index(slot.hash, more)
            while unsafe larger[index].entry != 0 { index = index + 1 == more ? 0 : index + 1 }
            unsafe larger[index] = slot
        }
        unsafe arena.takeBack(UnsafeMutableRawPointer(slots), capacity * MemoryLayout<Slot>.stride)
        unsafe slots = larger
        capacity = more
    }
}
