/// Page 3: that the tag is an NDEF tag, how large its data area is, and who may read and write (T2T 1.0, 6.1).
struct CapabilityContainer: Hashable, Sendable {
    static let page = 3

    /// Bytes of the data area, which starts at page 4.
    let size: Int
    /// 0: reading is open.
    let readAccess: UInt8
    /// 0: writing is open. F: read-only. 8: by a proprietary method.
    let writeAccess: UInt8

    init(of image: Type2Image) throws(MemoryFault) {
        guard let bytes = image[page: Self.page] else { throw .notRead(page: Self.page) }
        guard bytes[0] == 0xE1 else { throw .unformatted }
        guard bytes[1] >> 4 == 1 else {
            throw .malformed("the capability container has version \(bytes[1].hexadecimal), not 1x")
        }
        size = Int(bytes[2]) * 8
        readAccess = bytes[3] >> 4
        writeAccess = bytes[3] & 0x0F
        guard size > 0, size <= image.product.userSize else {
            throw .malformed(
                "the capability container declares \(size) bytes, an \(image.product.name) has "
                    + "\(image.product.userSize)")
        }
    }

    /// Byte addresses of the data area.
    var dataArea: Range<Int> { 16..<16 + size }
}
