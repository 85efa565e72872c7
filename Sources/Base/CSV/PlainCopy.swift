/// A piece of a file without what only wraps its fields: quotes around fields that read the same without them, and carriage
/// returns before line feeds. The lines stay the same.
///
/// Programs that quote every field write most rows so, and rows without quotes are read many times as fast.
enum PlainCopy {
    /// How many bytes behind its end a piece, and a copy, must have: both are read and written in blocks.
    static let margin = 64

    /// Copies the first `count` bytes, which begin with a row, and says how many are left of them. Nil where a field needs
    /// its quotes, and where the piece breaks a rule: what is wrong is for ``RecordParser`` to say.
    static func make(of bytes: Span<UInt8>, count: Int, into copy: inout MutableSpan<UInt8>) -> Int? {
        precondition(count + margin <= bytes.count && bytes.count <= copy.count, "a piece without its margin")
        return unsafe bytes.withUnsafeBytes { source in
            unsafe copy.withUnsafeMutableBytes { target in
                guard let source = source.baseAddress, let target = target.baseAddress else { return 0 }
                return unsafe make(of: source, count, into: target)
            }
        }
    }

    /// Unsafe: the margin follows both.
    @unsafe
    private static func make(
        of source: UnsafeRawPointer, _ count: Int, into target: UnsafeMutableRawPointer
    ) -> Int? {
        var wrapping = Wrapping()
        var end = 0
        for position in stride(from: 0, to: count, by: 64) {
            let block = unsafe source + position
            let length = min(64, count - position)
            guard let removed = unsafe wrapping.places(in: block, length) else { return nil }
            var (left, start) = (removed, 0)
            while left != 0 {
                let next = left.trailingZeroBitCount
                unsafe copy(block + start, next - start, to: target + end)
                end += next - start
                start = next + 1
                left &= left &- 1
            }
            unsafe copy(block + start, length - start, to: target + end)
            end += length - start
        }
        return wrapping.mayEnd ? end : nil
    }

    /// Copies so many bytes, 64 at most, and some that are behind them.
    @unsafe @inline(__always)
    private static func copy(_ bytes: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer) {
        var done = 0
        repeat {
            let part = unsafe bytes.loadUnaligned(fromByteOffset: done, as: SIMD16<UInt8>.self)
            unsafe target.storeBytes(of: part, toByteOffset: done, as: SIMD16<UInt8>.self)
            done += 16
        } while done < count
    }
}

/// Where fields are wrapped, 64 bytes at a time: in each number the lowest bit is for the first of them, and what the block
/// before has to say about the next one's first byte is its only bit.
private struct Wrapping {
    /// All bits, when a quote is open.
    private var open: UInt64 = 0
    private var isBehindSeparator: UInt64 = 1
    private var isBehindLineFeed: UInt64 = 1
    private var isBehindOpening: UInt64 = 0
    private var isBehindClosing: UInt64 = 0
    private var isBehindReturn: UInt64 = 0
    private var isBehindEmptyField: UInt64 = 0

    /// The quotes and carriage returns of the next so many bytes, of 64 that can be read; nil where one of them has to
    /// stay, or breaks a rule.
    @unsafe @inline(__always)
    mutating func places(in block: UnsafeRawPointer, _ count: Int) -> UInt64? {
        let valid = ~UInt64(0) >> UInt64(64 - count)
        let quotes = unsafe Self.places(of: Byte.quote, in: block) & valid
        let lineFeeds = unsafe Self.places(of: Byte.lineFeed, in: block) & valid
        let returns = unsafe Self.places(of: Byte.carriageReturn, in: block) & valid
        let separators = unsafe Self.places(of: Byte.comma, in: block) & valid | lineFeeds
        // From each opening quote to before its closing one.
        let within = Self.parity(quotes) ^ open
        let opening = quotes & within
        let closing = quotes & ~within
        // An opening quote that a row begins with, and its closing one when nothing is in between: a line of these alone is a
        // row, and without them it is blank.
        let firstOpening = opening & (lineFeeds << 1 | isBehindLineFeed)
        let emptyField = closing & (firstOpening << 1 | isBehindOpening)
        let ends = lineFeeds | returns
        let wrong =
            within & (separators | returns)
            | opening & ~(separators << 1 | isBehindSeparator)
            | (closing << 1 | isBehindClosing) & ~(separators | returns)
            | (returns << 1 | isBehindReturn) & ~lineFeeds
            | (emptyField << 1 | isBehindEmptyField) & ends
        if wrong & valid != 0 { return nil }
        let last = UInt64(count - 1)
        open = 0 &- (within >> last & 1)
        isBehindSeparator = separators >> last & 1
        isBehindLineFeed = lineFeeds >> last & 1
        isBehindOpening = firstOpening >> last & 1
        isBehindClosing = closing >> last & 1
        isBehindReturn = returns >> last & 1
        isBehindEmptyField = emptyField >> last & 1
        return quotes | returns
    }

    /// Whether the piece may end here.
    var mayEnd: Bool { open | isBehindReturn | isBehindEmptyField == 0 }

    /// Which of 64 bytes are this one.
    @unsafe @inline(__always)
    private static func places(of byte: UInt8, in block: UnsafeRawPointer) -> UInt64 {
        let wanted = SIMD16<UInt8>(repeating: byte)
        // Another bit of each of eight bytes.
        let weights = SIMD16<UInt8>(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128)
        var places: UInt64 = 0
        for part in 0..<4 {
            let bytes = unsafe block.loadUnaligned(fromByteOffset: 16 * part, as: SIMD16<UInt8>.self)
            let found = unsafe unsafeBitCast(bytes .== wanted, to: SIMD16<UInt8>.self) & weights
            let halves = unsafe unsafeBitCast(found, to: SIMD2<UInt64>.self)
            places |= (sum(halves[0]) | sum(halves[1]) << 8) << UInt64(16 * part)
        }
        return places
    }

    /// Of eight bytes, of which no two have a bit in common: the highest byte of this product.
    @inline(__always)
    private static func sum(_ bytes: UInt64) -> UInt64 { (bytes &* 0x0101_0101_0101_0101) >> 56 }

    /// Whether the bits up to each, with it, are odd in number.
    @inline(__always)
    private static func parity(_ bits: UInt64) -> UInt64 {
        var parity = bits
        parity ^= parity << 1
        parity ^= parity << 2
        parity ^= parity << 4
        parity ^= parity << 8
        parity ^= parity << 16
        parity ^= parity << 32
        return parity
    }
}
