/// What comes after the data of a member of a gzip file (RFC 1952, 2.3.1): its checksum, and its length modulo 2^32.
struct GzipTrailer {
    private var value: UInt64
    private var count: Int

    /// `value`: the first bytes of it, the first one lowest; `count`: how many.
    init(_ value: UInt64, count: Int) {
        precondition(count <= 8, "more than a trailer was taken with the data")
        (self.value, self.count) = (value, count)
    }

    var isWhole: Bool { count == 8 }

    mutating func take(_ byte: UInt8) {
        value |= UInt64(byte) << UInt64(8 * count)
        count += 1
    }

    /// Throws unless it is that of data with this checksum and length.
    func check(checksum: UInt32, length: UInt32) throws(CompressionError) {
        guard UInt32(truncatingIfNeeded: value) == checksum else { throw .damage("it does not fit its checksum") }
        guard UInt32(value >> 32) == length else { throw .damage("it has another length than it says") }
    }
}
