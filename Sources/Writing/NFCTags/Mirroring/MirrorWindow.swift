internal import Chips
internal import Faults

/// The stretch of user data in which a tag shows its UID or counter instead of what is stored there
/// (NTAG213/215/216 data sheet, 8.7). Upper-case hexadecimal digits: UID 14, counter 6, both with an `x` between.
struct MirrorWindow: Hashable, Sendable {
    let addresses: Range<Int>
    /// What a reader finds there: a character, or nil for a digit that changes. Empty when it is not known.
    let text: [UInt8?]

    /// nil when the mirror is off.
    init?(firstConfigurationPage bytes: [UInt8], of image: Type2Image) {
        let start = Int(bytes[2]) * 4
        switch image.product.mirroring {
        case .none: return nil
        case .unknown:
            // MIRROR_PAGE above 03 switches on, if a kind is chosen in the upper bits.
            guard bytes[2] > 3, bytes[0] & 0xE0 != 0 else { return nil }
            addresses = start..<max(start, (image.product.userPages.upperBound + 1) * 4)
            text = []
        case .known:
            guard bytes[2] > 3, let kind = TextMirror.Kind(rawValue: bytes[0] >> 6) else { return nil }
            let shown = start + Int(bytes[0] >> 4 & 0x3)
            text = kind.text(for: image.uid)
            addresses = shown..<shown + text.count
        }
    }

    /// Whether it begins within the blocks before a message, or the message's own tag and length.
    func coversHead(of product: TagProduct) -> Bool {
        addresses.lowerBound < 16 + product.controlBlocks.count + TLVBlock.headerSize(forValue: 0xFF)
    }

    /// Whether `byte` may be read at `address` while `stored` is what should be there.
    func shows(_ byte: UInt8, at address: Int) -> Bool {
        guard addresses.contains(address), text.indices.contains(address - addresses.lowerBound) else { return false }
        if let character = text[address - addresses.lowerBound] { return byte == character }
        return (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
    }
}

extension TagError {
    static func mirrored(_ uid: ChipUID, _ window: MirrorWindow) -> TagError {
        let (first, last) = (window.addresses.lowerBound / 4, (window.addresses.upperBound - 1) / 4)
        return TagError(
            code: .mirrored, message: "tag \(uid) cannot be written",
            reason: "it shows its UID or counter in place of what pages \(first.pageNumber) to \(last.pageNumber) "
                + "store",
            next: "switch its mirror off, or use another tag")
    }
}
