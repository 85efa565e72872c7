internal import CProcessor

/// The bytes of what tags hold, by place: the block's number, and where in it they begin in the low bits.
///
/// Sendable although it holds pointers: it cannot be copied, and its blocks are of no other table (`Arena` hands each out
/// once), so that who has it is alone with them. What a place leads to is checked against the blocks' number; within a block
/// only `append` writes, which keeps every entry whole.
@safe struct ContentBytes: ~Copyable, @unchecked Sendable {
    /// Head, identifier of the chip, and the URL's bytes that the first one has not; entry after entry, none across two
    /// blocks.
    private var blocks: [UnsafeMutablePointer<UInt8>] = unsafe []
    /// How many bytes of the last block are used, and how many it has.
    private var used = 0
    private var size = 0
    private let arena: Arena

    init(_ arena: Arena) { self.arena = arena }

    /// Enough for where an entry begins in a block of the arena; a longer entry has a piece of its own.
    private static let placeBits: UInt32 = 12
    /// A chip's identifier is read as a whole word, which may go so far beyond the last entry.
    private static let slack = 8

    /// Puts an entry's bytes behind the last one's and says where they begin.
    mutating func append(
        _ chip: PackedChip, _ bytes: Span<UInt8>, url: Range<Int>, entry: Int, urlHash: UInt32
    ) -> UInt32 {
        precondition(url.lowerBound >= 0 && url.upperBound <= bytes.count, "a range outside of its buffer")
        let length = ContentHead.size + chip.count + url.count
        // Behind a long entry's beginning no place can be said.
        if used >= Arena.blockSize || used + length > size - Self.slack { openBlock(for: length) }
        let last = unsafe blocks.count - 1
        let block = unsafe blocks[last]
        let shared = unsafe last == 0 && used == 0 ? 0 : Self.shared(blocks[0], bytes, url: url)
        let place = UInt32(last) << Self.placeBits | UInt32(used)
        let start = unsafe block + used
        unsafe ContentHead(entry: entry, chip: chip.count, shared: shared, length: url.count, urlHash: urlHash).write(
            to: start)
        for index in 0..<chip.count { unsafe start[ContentHead.size + index] = chip[index] }
        let rest = unsafe start + ContentHead.size + chip.count
        unsafe bytes.extracting((url.lowerBound + shared)..<url.upperBound).withUnsafeBufferPointer { text in
            if let source = text.baseAddress { unsafe rest.initialize(from: source, count: text.count) }
        }
        used += length - shared
        return place
    }

    private mutating func openBlock(for length: Int) {
        let isLong = length > Arena.blockSize - Self.slack
        size = isLong ? (length + Self.slack + 15) & ~15 : Arena.blockSize
        let block = unsafe isLong ? arena.zeros(size) : arena.block()
        unsafe blocks.append(block.bindMemory(to: UInt8.self, capacity: size))
        used = 0
    }

    /// How many bytes a URL begins with that the first one of the table begins with, too, up to 255.
    private static func shared(_ block: UnsafeMutablePointer<UInt8>, _ bytes: Span<UInt8>, url: Range<Int>) -> Int {
        let head = unsafe ContentHead(at: block)
        let first = unsafe Span(_unsafeStart: block + ContentHead.size + head.chipLength, count: head.urlLength)
        let limit = min(head.urlLength, url.count, 255)
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

    /// Whether the bytes at a place are those of this URL on this chip.
    @inline(__always)
    func holds(_ chip: PackedChip, _ bytes: Span<UInt8>, url: Range<Int>, at place: UInt32) -> Bool {
        precondition(url.lowerBound >= 0 && url.upperBound <= bytes.count, "a range outside of its buffer")
        let start = unsafe start(place)
        let head = unsafe ContentHead(at: start)
        guard head.chipLength == chip.count, head.urlLength == url.count else { return false }
        let identifier = unsafe start + ContentHead.size
        if !chip.isNone {
            let word = unsafe UnsafeRawPointer(identifier).loadUnaligned(as: UInt64.self).bigEndian
            guard (word ^ chip.high) >> UInt64(max(0, 64 - 8 * chip.count)) == 0 else { return false }
            for index in min(8, chip.count)..<chip.count where unsafe identifier[index] != chip[index] { return false }
        }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return url.isEmpty }
            let text = unsafe base + url.lowerBound
            return unsafe ByteComparison.areEqual(
                text + head.shared, identifier + chip.count, count: url.count - head.shared)
                && ByteComparison.areEqual(text, firstURL, count: head.shared)
        }
    }

    /// Where the table's first URL begins, with which the others share bytes.
    @unsafe @inline(__always)
    private var firstURL: UnsafeMutablePointer<UInt8> {
        let first = unsafe blocks[0]
        return unsafe first + ContentHead.size + ContentHead(at: first).chipLength
    }

    /// Puts the URL's bytes at the beginning of a buffer, which grows as needed, and says how many they are. At least
    /// eight more follow them, so that whole words can be read.
    func copyURL(_ place: UInt32, to buffer: inout [UInt8]) -> Int {
        let start = unsafe start(place)
        let head = unsafe ContentHead(at: start)
        let length = head.urlLength
        if buffer.count < length + 8 { buffer += [UInt8](repeating: 0, count: length + 8 - buffer.count) }
        unsafe buffer.withUnsafeMutableBufferPointer { copy in
            guard let target = copy.baseAddress else { return }
            if head.shared > 0 { unsafe target.update(from: firstURL, count: head.shared) }
            let rest = unsafe start + ContentHead.size + head.chipLength
            unsafe (target + head.shared).update(from: rest, count: length - head.shared)
        }
        return length
    }

    @inline(__always)
    func entry(_ place: UInt32) -> Int { unsafe ContentHead(at: start(place)).entry }

    func urlHash(_ place: UInt32) -> UInt32 { unsafe ContentHead(at: start(place)).urlHash }

    func hasChip(_ place: UInt32) -> Bool { unsafe ContentHead(at: start(place)).chipLength != 0 }

    func chip(_ place: UInt32) -> PackedChip {
        let start = unsafe start(place)
        let count = unsafe ContentHead(at: start).chipLength
        if count == 0 { return .none }
        if count == 7 {
            var bytes: UInt64 = 0
            for index in 0..<7 { bytes = unsafe bytes << 8 | UInt64(start[ContentHead.size + index]) }
            return PackedChip(sevenBytes: bytes)
        }
        var chip = PackedChip()
        for index in 0..<count { chip.append(unsafe start[ContentHead.size + index]) }
        return chip
    }

    @inline(__always)
    func prefetch(_ place: UInt32) { unsafe waymark_prefetch(start(place)) }

    /// Asks for the first entry, which the others share bytes with, and for where the next one goes.
    @inline(__always)
    func prefetchEnds() {
        guard let last = unsafe blocks.last else { return }
        unsafe waymark_prefetch(blocks[0])
        unsafe waymark_prefetch(last + used)
    }

    @unsafe @inline(__always)
    private func start(_ place: UInt32) -> UnsafeMutablePointer<UInt8> {
        unsafe blocks[Int(place >> Self.placeBits)] + Int(place & (1 << Self.placeBits - 1))
    }
}
