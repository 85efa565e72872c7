/// Where a reading of what a `BitWriter` has written has come to, in bits.
struct BitReader {
    private var position = 0

    /// The next bits of these bytes, at most 64. Words are read whole, so that sixteen more bytes must follow.
    @inline(__always)
    mutating func read(_ bytes: RawSpan, width: UInt64) -> UInt64 {
        let shift = UInt64(truncatingIfNeeded: position & 7)
        var number = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position >> 3, as: UInt64.self) &>> shift
        if shift &+ width > 64 {
            let more = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position >> 3 + 8, as: UInt64.self)
            number |= more &<< (64 &- shift)
        }
        position += Int(truncatingIfNeeded: width)
        return width == 64 ? number : number & (1 &<< width &- 1)
    }
}
