/// Compares parts of buffers eight bytes at a time.
package enum ByteComparison {
    /// Below 0 when the left one comes first, 0 when both are the same, as `memcmp` and `strcmp` say it.
    package static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
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

    static func isEqual(_ left: Span<UInt8>, at start: Int, _ right: Span<UInt8>, range: Range<Int>) -> Bool {
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

    /// The same of so many bytes at two addresses. Unsafe: the caller knows that they are there.
    @unsafe @inline(__always)
    static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
        let (one, other) = unsafe (UnsafeRawPointer(left), UnsafeRawPointer(right))
        func differ(at position: Int) -> Bool {
            unsafe one.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                != other.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        }
        guard count >= 8 else {
            for position in 0..<count where unsafe left[position] != right[position] { return false }
            return true
        }
        var position = 0
        while position + 8 < count {
            if differ(at: position) { return false }
            position += 8
        }
        // The last word may overlap the one before it.
        return !differ(at: count - 8)
    }
}
