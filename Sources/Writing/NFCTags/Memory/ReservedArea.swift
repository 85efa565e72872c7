/// Bytes that a control TLV block takes out of the data area: lock bits or memory for other purposes.
enum ReservedArea {
    /// Lock Control TLV (T2T 1.0, 2.3.2): page and byte of the lock bits, their number, and the page size.
    /// A0 0C 34 is byte 10 x 16 + 0 = 160, 12 bits in 2 bytes.
    static func lockBits(_ value: [UInt8]) -> Range<Int> {
        area(value, length: (Self.count(value[1]) + 7) / 8)
    }

    /// Memory Control TLV (T2T 1.0, 2.3.3): the same with a number of bytes.
    static func memory(_ value: [UInt8]) -> Range<Int> {
        area(value, length: Self.count(value[1]))
    }

    /// The size byte, in which 00 means 256.
    private static func count(_ byte: UInt8) -> Int { byte == 0 ? 256 : Int(byte) }

    private static func area(_ value: [UInt8], length: Int) -> Range<Int> {
        let pageSize = 1 << Int(value[2] & 0x0F)
        let start = Int(value[0] >> 4) * pageSize + Int(value[0] & 0x0F)
        return start..<start + length
    }
}
