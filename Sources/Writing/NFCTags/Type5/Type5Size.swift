internal import Chips

/// How many blocks a tag has, and of how many bytes (ISO/IEC 15693-3, 10.4.12).
struct Type5Size: Hashable {
    let blocks: Int
    let bytesPerBlock: Int

    /// What follows the flags of an answer to SYSTEM INFORMATION: information flags, UID, and what the flags say follows:
    /// DSFID, AFI, blocks less one and their size less one. Nil without a size, or from another tag.
    init?(_ bytes: [UInt8], of uid: ChipUID) {
        guard bytes.count >= 9, Array(bytes[1..<9].reversed()) == uid.bytes else { return nil }
        let flags = bytes[0]
        guard flags & 0x04 != 0 else { return nil }
        let place = 9 + (flags & 0x01 == 0 ? 0 : 1) + (flags & 0x02 == 0 ? 0 : 1)
        guard bytes.count >= place + 2 else { return nil }
        blocks = Int(bytes[place]) + 1
        bytesPerBlock = Int(bytes[place + 1] & 0x1F) + 1
    }
}

extension UnsupportedTag {
    /// A tag that is not as large as its product.
    init(_ product: VicinityProduct, of size: Type5Size) {
        self.init(
            name: "Type 5 tag of \(size.blocks) blocks of \(size.bytesPerBlock) bytes",
            reason: product.blockCount.map { "its UID says \(product.name), which has \($0) blocks of 4: it is a copy" }
                ?? "blocks of another size than 4 bytes are not read here")
    }
}
