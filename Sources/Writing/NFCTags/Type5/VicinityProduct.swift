internal import Chips

/// A Type 5 tag product, as its serial number tells it: 8 bytes, E0, the maker, and what the maker says in the rest.
public struct VicinityProduct: Hashable, Sendable {
    /// The name on the data sheet, for example `ICODE SLIX2`.
    public let name: String
    /// Blocks for the capability container and data; nil where only the tag can tell. What follows them is left alone.
    let dataBlocks: Int?
    /// Blocks that the tag must say that it has.
    let blockCount: Int?
    /// Whether one was written with a reader that Waymark drives. Others are read, named and not written.
    public let isTried: Bool
    /// Whether writes and locks need the option flag (TI S6350 data sheet, p. 34).
    let writesWithOption: Bool

    static let blockSize = 4

    private init(_ name: String, blockCount: Int? = nil, dataBlocks: Int? = nil, writesWithOption: Bool = false) {
        self.name = name
        self.blockCount = blockCount
        self.dataBlocks = dataBlocks ?? blockCount
        isTried = blockCount != nil
        self.writesWithOption = writesWithOption
    }

    /// SL2S2002.
    public static let slix = VicinityProduct("ICODE SLIX", blockCount: 28)
    /// SL2S2602. Its block 79 counts and takes no data.
    public static let slix2 = VicinityProduct("ICODE SLIX2", blockCount: 80, dataBlocks: 79)

    /// Those that are written, smallest first.
    public static let tried = [slix, slix2]

    /// Nil for a UID that is not one of ISO/IEC 15693-3, 4.1.
    init?(uid: ChipUID) {
        let bytes = uid.bytes
        guard bytes.count == 8, bytes[0] == 0xE0 else { return nil }
        switch (bytes[1], bytes[2]) {
        case (0x04, 0x01): self = Self.icode(bytes[3])
        case (0x04, 0x02): self = VicinityProduct("ICODE SLIX-S")
        case (0x04, 0x03): self = VicinityProduct("ICODE SLIX-L")
        case (0x04, _): self = VicinityProduct("unknown ICODE of NXP")
        case (0x02, _): self = VicinityProduct("ST25 of STMicroelectronics")
        case (0x07, _): self = VicinityProduct("Tag-it HF-I of Texas Instruments", writesWithOption: true)
        default: self = VicinityProduct("unknown Type 5 tag (manufacturer \(bytes[1].hexadecimal))")
        }
    }

    /// E0 04 01: bits 6 and 5 of the next byte, then bits 4 and 3.
    private static func icode(_ kind: UInt8) -> VicinityProduct {
        if kind >> 5 & 0x03 == 0x01 { return VicinityProduct("NTAG 5 or ICODE 3") }
        return switch kind >> 3 & 0x03 {
        case 0x02: slix
        case 0x01: slix2
        case 0x00: VicinityProduct("ICODE SLI")
        default: VicinityProduct("ICODE DNA")
        }
    }

    /// Bytes of the data area that a tag of so many blocks has behind a capability container of 4 bytes. It counts in
    /// units of 8.
    static func areaSize(ofBlocks count: Int) -> Int { (count * blockSize - 4) / 8 * 8 }

    /// The same of this product; nil where only the tag can tell.
    public var declaredSize: Int? { dataBlocks.map(Self.areaSize) }
}
