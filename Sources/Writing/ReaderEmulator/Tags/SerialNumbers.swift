/// Serial numbers for tags that are made without one. Two emulators of different series never give the same.
public struct SerialNumbers: Sendable {
    /// 24 bits; series 0 is that of `Type2Tag.uid(numbered:)`.
    public let series: UInt32

    public init(series: UInt32 = 0) {
        precondition(series < 1 << 24, "A series has 24 bits.")
        self.series = series
    }

    /// A series that no other emulator has, but for a chance of one in sixteen million.
    public static func random() -> SerialNumbers { SerialNumbers(series: .random(in: 1..<1 << 24)) }

    /// 04 (NXP), then series and number, seven bytes in all; or four of a tag that has no more; or eight, of which a
    /// Type 5 product replaces the first four.
    public func number(_ n: Int, length: Int = 7) -> [UInt8] {
        var uid = Type2Tag.uid(numbered: n)
        uid[1] ^= UInt8(series >> 16)
        uid[2] ^= UInt8(series >> 8 & 0xFF)
        uid[6] ^= UInt8(series & 0xFF)
        if length == 8 { return [0, 0, 0, 0, uid[3] ^ uid[1], uid[4] ^ uid[2], uid[5], uid[6]] }
        guard length == 4 else { return uid }
        // 08 would be a random number, 88 the cascade tag: with the last byte in front neither comes.
        return [uid[6] & 0x70 | 0x04, uid[3] ^ uid[1], uid[4] ^ uid[2], uid[5] ^ uid[6]]
    }
}
