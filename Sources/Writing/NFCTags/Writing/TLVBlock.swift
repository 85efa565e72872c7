/// The bytes of an NDEF message TLV block and the terminator behind it.
enum TLVBlock {
    static let messageTag: UInt8 = 0x03
    static let terminator: UInt8 = 0xFE

    /// The terminator is always there, although T2T 1.0 lets it go where the block ends with the data area: one
    /// rule, and a reader that runs on finds an end.
    static func message(_ value: [UInt8]) -> [UInt8] {
        let length =
            value.count < 0xFF
            ? [UInt8(value.count)]
            : [0xFF, UInt8(truncatingIfNeeded: value.count >> 8), UInt8(truncatingIfNeeded: value.count)]
        return [messageTag] + length + value + [terminator]
    }

    /// Bytes that a value of this size takes with its header and the terminator.
    static func size(forValue count: Int) -> Int {
        headerSize(forValue: count) + count + 1
    }

    /// Bytes of tag and length.
    static func headerSize(forValue count: Int) -> Int { count < 0xFF ? 2 : 4 }
}
