internal import CProcessor

/// The bytes of what tags hold, by place: the block's number, and where in it they begin in the low bits.
///
/// Sendable although it holds pointers: it cannot be copied, and its blocks are of no other table (`Arena` hands each out
/// once), so that who has it is alone with them. What a place leads to is checked against the blocks' number; within a block
/// only `append` writes, which keeps every entry whole.
@safe struct ContentBytes: ~Copyable, @unchecked Sendable {
    /// Length of the chip's identifier, length of the URL (two bytes), how many of its bytes are as in the table's first
    /// URL, the entry's number and its URL's hash (four bytes each), the identifier, the URL's other bytes; entry after
    /// entry, none across two blocks.
    private var blocks: [UnsafeMutablePointer<UInt8>] = unsafe []
    /// How many bytes of the last block are used, and how many it has.
    private var used = 0
    private var size = 0
    private let arena: Arena

    init(_ arena: Arena) { self.arena = arena }

    /// Enough for where an entry begins in a block of the arena; a longer entry has a piece of its own.
    private static let placeBits: UInt32 = 12
    private static let headSize = 12
    /// A chip's identifier is read as a whole word, which may go so far beyond the last entry.
    private static let slack = 8

    /// Puts an entry's bytes behind the last one's and says where they begin.
    mutating func append(
        _ chip: PackedChip, _ bytes: Span<UInt8>, url: Range<Int>, entry: Int, urlHash: UInt32
    ) -> UInt32 {
        precondition(url.lowerBound >= 0 && url.upperBound <= bytes.count, "a range outside of its buffer")
        let length = Self.headSize + chip.count + url.count
        // Behind a long entry's beginning no place can be said.
        if used >= Arena.blockSize || used + length > size - Self.slack { openBlock(for: length) }
        let last = unsafe blocks.count - 1
        let block = unsafe blocks[last]
        let shared = unsafe last == 0 && used == 0 ? 0 : Self.shared(blocks[0], bytes, url: url)
        let place = UInt32(last) << Self.placeBits | UInt32(used)
        let start = unsafe block + used
        unsafe start[0] = UInt8(chip.count)
        unsafe start[1] = UInt8(truncatingIfNeeded: url.count)
        unsafe start[2] = UInt8(truncatingIfNeeded: url.count >> 8)
        unsafe start[3] = UInt8(shared)
        let numbers = UnsafeMutableRawPointer(start)
        unsafe numbers.storeBytes(of: UInt32(entry), toByteOffset: 4, as: UInt32.self)
        unsafe numbers.storeBytes(of: urlHash, toByteOffset: 8, as: UInt32.self)
        for index in 0..<chip.count { unsafe start[Self.headSize + index] = chip[index] }
        let rest = unsafe start + Self.headSize + chip.count
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

    /// Whether the bytes at a place are those of this URL on this chip.
    @inline(__always)
    func holds(_ chip: PackedChip, _ bytes: Span<UInt8>, url: Range<Int>, at place: UInt32) -> Bool {
        precondition(url.lowerBound >= 0 && url.upperBound <= bytes.count, "a range outside of its buffer")
        let start = unsafe start(place)
        guard unsafe Int(start[0]) == chip.count, unsafe Int(start[1]) | Int(start[2]) << 8 == url.count else {
            return false
        }
        let identifier = unsafe start + Self.headSize
        if !chip.isNone {
            let word = unsafe UnsafeRawPointer(identifier).loadUnaligned(as: UInt64.self).bigEndian
            guard (word ^ chip.high) >> UInt64(max(0, 64 - 8 * chip.count)) == 0 else { return false }
            for index in min(8, chip.count)..<chip.count where unsafe identifier[index] != chip[index] { return false }
        }
        let shared = unsafe Int(start[3])
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return url.isEmpty }
            let text = unsafe base + url.lowerBound
            let first = unsafe blocks[0]
            return unsafe ByteComparison.areEqual(text + shared, identifier + chip.count, count: url.count - shared)
                && ByteComparison.areEqual(text, first + Self.headSize + Int(first[0]), count: shared)
        }
    }

    /// Puts the URL's bytes at the beginning of a buffer, which grows as needed, and says how many they are. At least
    /// eight more follow them, so that whole words can be read.
    func copyURL(_ place: UInt32, to buffer: inout [UInt8]) -> Int {
        let start = unsafe start(place)
        let length = unsafe Int(start[1]) | Int(start[2]) << 8
        let shared = unsafe Int(start[3])
        if buffer.count < length + 8 { buffer += [UInt8](repeating: 0, count: length + 8 - buffer.count) }
        unsafe buffer.withUnsafeMutableBufferPointer { copy in
            guard let target = copy.baseAddress else { return }
            let rest = unsafe start + Self.headSize + Int(start[0])
            if shared > 0 {
                let first = unsafe blocks[0]
                unsafe target.update(from: first + Self.headSize + Int(first[0]), count: shared)
            }
            unsafe (target + shared).update(from: rest, count: length - shared)
        }
        return length
    }

    @inline(__always)
    func entry(_ place: UInt32) -> Int {
        unsafe Int(UnsafeRawPointer(start(place)).loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    }

    func urlHash(_ place: UInt32) -> UInt32 {
        unsafe UnsafeRawPointer(start(place)).loadUnaligned(fromByteOffset: 8, as: UInt32.self)
    }

    func hasChip(_ place: UInt32) -> Bool { unsafe start(place)[0] != 0 }

    func chip(_ place: UInt32) -> PackedChip {
        let start = unsafe start(place)
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
