/// The commands of NFC Forum Type 4 tags (ISO/IEC 7816-4).
enum Type4Command {
    static let selectApplication: [UInt8] = [
        0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01, 0x00,
    ]
    /// The capability container.
    static let containerFile: UInt16 = 0xE103

    static func select(file: UInt16) -> [UInt8] {
        [0x00, 0xA4, 0x00, 0x0C, 0x02, UInt8(file >> 8), UInt8(file & 0xFF)]
    }

    static func read(_ count: Int, at offset: Int) -> [UInt8] {
        [0x00, 0xB0, UInt8(offset >> 8), UInt8(offset & 0xFF), UInt8(count)]
    }

    static func update(_ write: FileWrite) -> [UInt8] {
        [0x00, 0xD6, UInt8(write.offset >> 8), UInt8(write.offset & 0xFF), UInt8(write.bytes.count)] + write.bytes
    }
}

/// One UPDATE BINARY: the bytes that the NDEF file is to hold from an offset on.
struct FileWrite: Hashable, Sendable {
    let offset: Int
    let bytes: [UInt8]
}
