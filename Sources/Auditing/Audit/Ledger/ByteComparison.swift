/// Compares parts of buffers eight bytes at a time.
enum ByteComparison {
    /// Below 0 when the left one comes first, 0 when both are the same, as `memcmp` and `strcmp` say it.
    static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
        let common = min(left.count, right.count)
        let (one, other) = unsafe (left.bytes, right.bytes)
        var position = 0
        while position + 8 <= common {
            let (first, second) = unsafe (one.word(at: position), other.word(at: position))
            // The first byte counts most.
            if first != second { return first.byteSwapped < second.byteSwapped ? -1 : 1 }
            position += 8
        }
        while position < common {
            if left[position] != right[position] { return left[position] < right[position] ? -1 : 1 }
            position += 1
        }
        return left.count - right.count
    }

    static func isEqual(_ left: Span<UInt8>, at start: Int, _ right: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let end = start + range.count
        guard end <= left.count, range.upperBound <= right.count else { return false }
        let (one, other) = unsafe (left.bytes, right.bytes)
        var position = start
        let offset = range.lowerBound - start
        while position + 8 <= end {
            let same =
                unsafe one.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
                == other.unsafeLoadUnaligned(fromByteOffset: position + offset, as: UInt64.self)
            guard same else { return false }
            position += 8
        }
        while position < end {
            guard left[position] == right[position + offset] else { return false }
            position += 1
        }
        return true
    }
}
