/// How far bytes of one kind go, found eight at a time. The kinds are those of RFC 3986.
enum ByteRun {
    /// The position of the first byte that is not unreserved (section 2.3); the range's end if all are.
    @inline(__always)
    static func endOfUnreserved(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        end(bytes, range) { word in letters(word) | each(word, 0x30, 0x39) | each(word, 0x2D, 0x2E) | marks(word) }
    }

    /// The same for segments of a path and the slashes between them.
    @inline(__always)
    static func endOfPath(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        // "-", ".", "/" and the digits follow one another.
        end(bytes, range) { word in letters(word) | each(word, 0x2D, 0x39) | marks(word) }
    }

    /// The same for a query of names and values.
    @inline(__always)
    static func endOfQuery(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        end(bytes, range) { word in
            letters(word) | each(word, 0x30, 0x39) | each(word, 0x2D, 0x2E) | marks(word) | each(word, 0x3D, 0x3D)
                | each(word, 0x26, 0x26)
        }
    }

    /// The same for a host in small letters.
    @inline(__always)
    static func endOfHost(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        end(bytes, range) { word in each(word, 0x61, 0x7A) | each(word, 0x30, 0x39) | each(word, 0x2D, 0x2E) }
    }

    /// Whether a part of a buffer is the same as the bytes that begin at a place of another.
    @inline(__always)
    static func isEqual(_ left: Span<UInt8>, _ range: Range<Int>, _ right: Span<UInt8>, at start: Int) -> Bool {
        guard range.upperBound <= left.count, start + range.count <= right.count else { return false }
        var position = range.lowerBound
        let offset = start - position
        while position + 8 <= range.upperBound {
            if word(left, position) != word(right, position + offset) { return false }
            position += 8
        }
        let rest = (word(left, position) ^ word(right, position + offset)) & low(range.upperBound - position)
        return rest == 0
    }

    /// Whether a byte comes directly before one of two others.
    @inline(__always)
    static func has(
        _ byte: UInt8, before one: UInt8, or other: UInt8, _ bytes: Span<UInt8>, _ range: Range<Int>
    ) -> Bool {
        var position = range.lowerBound
        while position + 1 < range.upperBound {
            let next = word(bytes, position + 1)
            let pairs = equal(word(bytes, position), byte) & (equal(next, one) | equal(next, other))
            // The last byte of the range is before none.
            if pairs & low(range.upperBound - 1 - position) != 0 { return true }
            position += 8
        }
        return false
    }

    /// A hash of bytes without letter case.
    @inline(__always)
    static func looseHash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            let word = (word(bytes, position) | ones &* 0x20) & low(range.upperBound - position)
            // The multiplication to full width brings every bit of the value to every bit of the result.
            let product = (hash ^ word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
            hash = product.high ^ product.low
            position += 8
        }
        return hash
    }

    /// The bits of so many first bytes, all from eight on.
    @inline(__always)
    private static func low(_ count: Int) -> UInt64 {
        count >= 8 ? .max : 1 &<< UInt64(truncatingIfNeeded: 8 * count) &- 1
    }

    /// The high bit of each byte that is equal to one in ASCII.
    @inline(__always)
    private static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let difference = word ^ ones &* UInt64(byte)
        return ~(((difference & ~highs) &+ ~highs) | difference) & highs
    }

    /// Eight bytes, the first one lowest; zeros behind the buffer's end.
    @inline(__always)
    static func word(_ bytes: Span<UInt8>, _ position: Int) -> UInt64 {
        guard position >= 0, position + 8 <= bytes.count else { return lastWord(bytes, position) }
        return unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self).littleEndian
    }

    @inline(never)
    private static func lastWord(_ bytes: Span<UInt8>, _ start: Int) -> UInt64 {
        var word: UInt64 = 0
        for position in start..<bytes.count { word |= UInt64(bytes[position]) << UInt64(8 * (position - start)) }
        return word
    }

    /// `kind` sets the high bit of each byte that is of the kind; all bytes that it is asked about are ASCII.
    @inline(__always)
    private static func end(_ bytes: Span<UInt8>, _ range: Range<Int>, _ kind: (UInt64) -> UInt64) -> Int {
        var position = range.lowerBound
        while position < range.upperBound {
            let word = word(bytes, position)
            let others = (~kind(word & ~highs) | word) & highs
            if others != 0 { return min(position + others.trailingZeroBitCount >> 3, range.upperBound) }
            position += 8
        }
        return range.upperBound
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var highs: UInt64 { 0x8080_8080_8080_8080 }

    /// The high bit of each byte between the two; others mean nothing.
    @inline(__always)
    private static func each(_ word: UInt64, _ first: UInt64, _ last: UInt64) -> UInt64 {
        (word &+ ones &* (0x80 &- first)) & ~(word &+ ones &* (0x7F &- last))
    }

    @inline(__always)
    private static func letters(_ word: UInt64) -> UInt64 { each(word | ones &* 0x20, 0x61, 0x7A) }

    /// `_` and `~`.
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 { each(word, 0x5F, 0x5F) | each(word, 0x7E, 0x7E) }
}
