/// A piece of a file without what only wraps its fields: quotes around fields that read the same without them, and carriage
/// returns before line feeds. The lines stay the same.
///
/// Programs that quote every field write most rows so, and rows without quotes are read many times as fast.
enum PlainCopy {
    /// How many bytes behind its end a piece, and a copy, must have: both are read and written in words.
    static let margin = 16

    /// Copies the first `count` bytes, which begin with a row, and says how many are left of them. Nil where a field needs
    /// its quotes, and where the piece breaks a rule: what is wrong is for ``RecordParser`` to say.
    static func make(of bytes: Span<UInt8>, count: Int, into copy: inout MutableSpan<UInt8>) -> Int? {
        precondition(count + margin <= bytes.count && bytes.count <= copy.count, "a piece without its margin")
        let source = unsafe bytes.bytes
        var target = unsafe copy.mutableBytes
        var (position, end) = (0, 0)
        while position < count {
            guard unsafe copyRow(source, from: &position, count, to: &target, at: &end) else { return nil }
        }
        return end
    }

    /// The same for a piece without quotes: nil where a carriage return is not before a line feed.
    static func makeWithoutReturns(of bytes: Span<UInt8>, count: Int, into copy: inout MutableSpan<UInt8>) -> Int? {
        precondition(count + margin <= bytes.count && bytes.count <= copy.count, "a piece without its margin")
        let source = unsafe bytes.bytes
        var target = unsafe copy.mutableBytes
        let returns = SIMD16<UInt8>(repeating: Byte.carriageReturn)
        var (position, end) = (0, 0)
        while position < count {
            let next = unsafe source.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: SIMD16<UInt8>.self)
            unsafe target.storeBytes(of: next, toUncheckedByteOffset: end, as: SIMD16<UInt8>.self)
            var step = min(16, count - position)
            if any(next .== returns) {
                // Up to the first one, which is left out.
                let first = (0..<step).first { unsafe byte(source, position + $0) == Byte.carriageReturn }
                if let first {
                    let following = position + first + 1
                    guard following < count, unsafe byte(source, following) == Byte.lineFeed else { return nil }
                    position += 1
                    step = first
                }
            }
            position += step
            end += step
        }
        return end
    }

    /// Unsafe: `position` is within the `count` bytes, which the margin follows, and `end` is at or before `position`.
    @unsafe
    private static func copyRow(
        _ source: RawSpan, from position: inout Int, _ count: Int, to target: inout MutableRawSpan, at end: inout Int
    ) -> Bool {
        var isFirst = true
        while true {
            let start = end
            let isQuoted = unsafe byte(source, position) == Byte.quote
            if isQuoted { position += 1 }
            unsafe copyField(source, from: &position, count, to: &target, at: &end)
            if isQuoted {
                guard position < count, unsafe byte(source, position) == Byte.quote else { return false }
                position += 1
            }
            // A line of one empty field in quotes is a row; without the quotes it is a blank line.
            let isOnlyQuotes = isQuoted && isFirst && end == start
            guard position < count else { return !isOnlyQuotes }
            var next = unsafe byte(source, position)
            if next == Byte.carriageReturn {
                position += 1
                guard position < count else { return false }
                next = unsafe byte(source, position)
                guard next == Byte.lineFeed else { return false }
            }
            guard next == Byte.comma || next == Byte.lineFeed else { return false }
            target.storeBytes(of: next, toByteOffset: end, as: UInt8.self)
            end += 1
            position += 1
            if next == Byte.lineFeed { return !isOnlyQuotes }
            isFirst = false
            // The last field of a file may be empty.
            guard position < count else { return true }
        }
    }

    /// Copies up to the first comma, quote, line feed or carriage return, or the end. Unsafe as ``copyRow`` is.
    @unsafe @inline(__always)
    private static func copyField(
        _ source: RawSpan, from position: inout Int, _ count: Int, to target: inout MutableRawSpan, at end: inout Int
    ) {
        while position < count {
            let word = unsafe source.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self)
                .littleEndian
            unsafe target.storeBytes(of: word.littleEndian, toUncheckedByteOffset: end, as: UInt64.self)
            let hits = below(word)
            let step = min(hits == 0 ? 8 : hits.trailingZeroBitCount / 8, count - position)
            position += step
            end += step
            guard hits != 0, position < count else { continue }
            let found = unsafe byte(source, position)
            if found == Byte.comma || found == Byte.quote || found == Byte.lineFeed || found == Byte.carriageReturn {
                return
            }
            // It was copied with its word.
            position += 1
            end += 1
        }
    }

    @unsafe @inline(__always)
    private static func byte(_ bytes: RawSpan, _ position: Int) -> UInt8 {
        unsafe bytes.unsafeLoad(fromUncheckedByteOffset: position, as: UInt8.self)
    }

    /// The lowest bit that is set is in the first byte below `-`, which follows the comma in ASCII; none is set without one.
    @inline(__always)
    private static func below(_ word: UInt64) -> UInt64 {
        (word &- 0x2D2D_2D2D_2D2D_2D2D) & ~word & 0x8080_8080_8080_8080
    }
}
