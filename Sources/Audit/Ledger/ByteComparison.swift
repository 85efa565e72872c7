/// Compares parts of buffers eight bytes at a time.
enum ByteComparison {
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
