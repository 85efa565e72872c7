internal import Registry

/// What is kept of each entry, in few bytes: entry after entry, to be read in this order. Each begins with two bytes, how
/// many records there are and how many bytes they take; none is in two blocks.
///
/// Sendable although it holds pointers: it cannot be copied, and its blocks are of nothing else (`Arena` hands each out
/// once), so that who has it is alone with them.
@safe struct CompactGroups<Record: CompactRecord>: ~Copyable, @unchecked Sendable {
    /// Where a reading has come to.
    struct Place {
        fileprivate var entry = 0
        fileprivate var block = 0
        fileprivate var offset = 0
    }

    /// How many entries there are.
    private(set) var count = 0
    /// How many records, of all entries.
    private(set) var recordCount = 0
    private(set) var byteCount = 0
    private let arena: Arena
    private var blocks: [UnsafeMutableRawPointer] = unsafe []
    /// How many bytes of each block are used.
    private var ends: [Int] = []

    private static var headSize: Int { 2 }
    private static var countBits: Int { 6 }
    /// Words are read and written whole.
    private static var slack: Int { 16 }

    init(_ arena: Arena) {
        self.arena = arena
    }

    mutating func removeAll() {
        for index in unsafe blocks.indices { unsafe arena.takeBack(blocks[index]) }
        unsafe blocks.removeAll()
        ends.removeAll()
        (count, recordCount, byteCount) = (0, 0, 0)
    }

    /// Puts an entry's records behind the last one's. `bits`: room that is used again, with nothing in it.
    mutating func append(_ kept: Span<Record>, _ bits: inout BitWriter, _ common: CommonNumbers) {
        if !kept.isEmpty { Record.write(kept, to: &bits, common) }
        let target = unsafe open(bits.byteCount, records: kept.count)
        unsafe bits.move(to: target)
    }

    /// Puts the next entry of others behind the last one as it is.
    mutating func append(from others: borrowing Self, at place: inout Place) {
        let (records, size, source) = unsafe others.next(&place)
        let target = unsafe open(size, records: records)
        unsafe target.copyMemory(from: source, byteCount: size)
    }

    /// Where the bytes of an entry go.
    @unsafe private mutating func open(_ size: Int, records: Int) -> UnsafeMutableRawPointer {
        precondition(Self.headSize + size <= Arena.blockSize - Self.slack, "an entry that no block holds")
        if ends.isEmpty || ends[ends.count - 1] + Self.headSize + size > Arena.blockSize - Self.slack {
            unsafe blocks.append(arena.block())
            ends.append(0)
        }
        let last = ends.count - 1
        let start = unsafe blocks[last] + ends[last]
        unsafe start.storeBytes(of: UInt16(records | size << Self.countBits), as: UInt16.self)
        ends[last] += Self.headSize + size
        count += 1
        recordCount += records
        byteCount += Self.headSize + size
        return unsafe start + Self.headSize
    }

    /// Reads the next entry's records behind those that are in `kept`; none behind the last entry.
    func read(_ place: inout Place, into kept: inout [Record], _ common: CommonNumbers) {
        if place.entry == count { return }
        let entry = place.entry
        let (records, size, source) = unsafe next(&place)
        if records == 0 { return }
        let bytes = unsafe RawSpan(_unsafeStart: source, byteCount: size + Self.slack)
        Record.read(records, from: bytes, entry: entry, into: &kept, common)
    }

    @unsafe private func next(_ place: inout Place) -> (records: Int, size: Int, start: UnsafeMutableRawPointer) {
        precondition(place.entry < count, "no entry there")
        if place.offset == ends[place.block] {
            place.block += 1
            place.offset = 0
        }
        let start = unsafe blocks[place.block] + place.offset
        let head = unsafe Int(start.loadUnaligned(as: UInt16.self))
        let (records, size) = (head & (1 << Self.countBits - 1), head >> Self.countBits)
        place.offset += Self.headSize + size
        place.entry += 1
        return unsafe (records, size, start + Self.headSize)
    }
}
