/// The start of block 0: that the tag is an NDEF tag, how large its data area is, and who may read and write.
struct Type5Container: Hashable, Sendable {
    /// Bytes of the container itself: 4, or 8 where the size needs more than one byte. The data area follows.
    let length: Int
    /// Bytes of the data area, as the container has it.
    let size: Int
    /// Whether blocks are addressed with two bytes, by commands that are not used here.
    let hasWideAddresses: Bool
    /// 0: reading is open.
    let readAccess: UInt8
    /// 0: writing is open. 3: read-only.
    let writeAccess: UInt8

    static let readOnly: UInt8 = 0x03

    init(of image: Type5Image) throws(MemoryFault) {
        guard let bytes = image[0] else { throw .notRead(page: 0) }
        guard bytes[0] == 0xE1 || bytes[0] == 0xE2 else { throw .unformatted }
        guard bytes[1] >> 6 == 1 else {
            throw .malformed("the capability container has version \(bytes[1].hexadecimal), not 4x to 7x")
        }
        hasWideAddresses = bytes[0] == 0xE2
        (readAccess, writeAccess) = Self.access(bytes)
        if bytes[2] == 0 {
            guard let more = image[1] else { throw .notRead(page: 1) }
            length = 8
            size = (Int(more[2]) << 8 | Int(more[3])) * 8
        } else {
            length = 4
            size = Int(bytes[2]) * 8
        }
        guard size > 0 else { throw .malformed("the capability container declares a data area without bytes") }
    }

    /// Who may read and write, also where the rest of the container cannot be read: who gives up what a tag holds does not
    /// give up what it forbids. Nil without a container.
    static func access(of image: Type5Image) -> (read: UInt8, write: UInt8)? {
        guard let bytes = image[0], bytes[0] == 0xE1 || bytes[0] == 0xE2 else { return nil }
        return access(bytes)
    }

    private static func access(_ bytes: [UInt8]) -> (read: UInt8, write: UInt8) {
        (bytes[1] >> 2 & 0x03, bytes[1] & 0x03)
    }

    /// Byte addresses of the data area. Older tags count the container in, so that the end of the blocks counts as well.
    func area(of image: Type5Image) -> Range<Int> {
        let end = image.dataBlocks * VicinityProduct.blockSize
        return min(length, end)..<min(length + size, end)
    }

    /// The four bytes that phones want: no flag in the last one, since iPhones leave tags with MBREAD alone, and the data
    /// area without the container in its size.
    static func bytes(forBlocks count: Int, isReadOnly: Bool = false) -> [UInt8] {
        [0xE1, isReadOnly ? 0x43 : 0x40, UInt8(clamping: VicinityProduct.areaSize(ofBlocks: count) / 8), 0x00]
    }
}
