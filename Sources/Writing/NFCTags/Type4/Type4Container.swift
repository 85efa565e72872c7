/// The capability container file of a Type 4 tag: which file holds the message, how large it is, and how much a command
/// may carry (T4T 2.0, 5.1).
struct Type4Container: Hashable, Sendable {
    /// As much of the file as every tag lets be read before its limits are known: up to the end of the first control
    /// block.
    static let size = 15
    /// The offset of the write access byte.
    static let writeAccessOffset = 14
    static let readOnly: UInt8 = 0xFF

    /// The file that holds the message.
    let file: UInt16
    /// Bytes of that file.
    let fileSize: Int
    let readAccess: UInt8
    let writeAccess: UInt8
    /// Bytes that one READ BINARY may ask for. An ACR122U counts its answer in one byte: 240 at most.
    let readSize: Int
    /// Bytes that one UPDATE BINARY may carry: with its head of 5 bytes 240 at most.
    let writeSize: Int
    /// Whether this is the container of an NTAG 424 DNA: 23 bytes, MLe 256, MLc 255, file E104 of 256 bytes (NT4H2421Gx
    /// data sheet, 8.2.3.1), whatever its access bytes are by now. GetVersion would say the same in three commands more.
    let isNTAG424: Bool

    init(_ bytes: [UInt8]) throws(MemoryFault) {
        guard bytes.count == Self.size else { throw .malformed("the capability container ends too soon") }
        guard (1...3).contains(bytes[2] >> 4) else {
            throw .malformed("the capability container has version \(bytes[2].hexadecimal), not 1x to 3x")
        }
        // NDEF File Control TLV. Tag 06 of version 3, with 4 bytes of length, is for files beyond 64 KiB.
        guard bytes[7] == 0x04, bytes[8] == 0x06 else {
            throw .malformed("the capability container does not begin with an NDEF file")
        }
        func number(_ index: Int) -> Int { Int(bytes[index]) << 8 | Int(bytes[index + 1]) }
        readSize = min(number(3), 240)
        writeSize = min(number(5), 235)
        isNTAG424 = bytes.starts(with: [0x00, 0x17, 0x20, 0x01, 0x00, 0x00, 0xFF, 0x04, 0x06, 0xE1, 0x04, 0x01, 0x00])
        file = UInt16(number(9))
        fileSize = number(11)
        (readAccess, writeAccess) = (bytes[13], bytes[14])
        guard readSize >= Self.size, writeSize >= 2, (5...0x7FFF).contains(fileSize) else {
            throw .malformed("the capability container has sizes that cannot be")
        }
    }
}
