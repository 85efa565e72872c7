/// What means something between the fields of a row.
enum Byte {
    static let comma = UInt8(ascii: ",")
    static let quote = UInt8(ascii: "\"")
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
}
