/// What distinguishes one NFC Forum Type 4 tag from another, as far as the model goes.
public struct Type4Product: Sendable, Equatable {
    /// The product's name in lower case, as the verbs of the emulator spell it.
    public let name: String
    /// The answer to RATS, its length byte included.
    public let ats: [UInt8]
    /// The capability container file as the factory writes it.
    public let capabilityContainer: [UInt8]
    /// Bytes of the NDEF file.
    public let fileSize: Int
    /// Whether the capability container may be changed without a key, and forbids writing when it says so.
    public let containerIsFree: Bool
    /// The first two parts of the answer to GetVersion; nil for a product without native commands.
    var version: [[UInt8]]?
    /// Whether the application may be selected with P2 0C, without its control information.
    var answersSelectionShortly = false
    /// A write of at most so many bytes is done whole or not at all.
    var bytesWrittenAtOnce = 0
}

extension Type4Product {
    /// NTAG 424 DNA as the factory delivers it: the NDEF file is free to all, the container needs key 0, which the model
    /// does not know (NT4H2421Gx data sheet).
    public static let ntag424 = Type4Product(
        name: "ntag424", ats: [0x06, 0x77, 0x77, 0x71, 0x02, 0x80],
        capabilityContainer: [
            0x00, 0x17, 0x20, 0x01, 0x00, 0x00, 0xFF, 0x04, 0x06, 0xE1, 0x04, 0x01, 0x00, 0x00, 0x00, 0x05, 0x06,
            0xE1, 0x05, 0x00, 0x80, 0x82, 0x83, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        ],
        fileSize: 256, containerIsFree: false,
        version: [[0x04, 0x04, 0x02, 0x30, 0x00, 0x11, 0x05], [0x04, 0x04, 0x02, 0x01, 0x02, 0x11, 0x05]],
        answersSelectionShortly: true, bytesWrittenAtOnce: 128)

    /// The same with a loop that notices when it is cut (NT4H2421Tx data sheet).
    public static let ntag424TagTamper = Type4Product(
        name: "ntag424tt", ats: ntag424.ats, capabilityContainer: ntag424.capabilityContainer, fileSize: 256,
        containerIsFree: false,
        version: [[0x04, 0x04, 0x08, 0x30, 0x00, 0x11, 0x05], [0x04, 0x04, 0x08, 0x01, 0x02, 0x11, 0x05]],
        answersSelectionShortly: true, bytesWrittenAtOnce: 128)

    /// A plain tag of the NFC Forum's kind: 2048 bytes, small frames and bodies, another file identifier.
    public static let type4 = Type4Product(
        name: "type4", ats: [0x05, 0x75, 0x80, 0x60, 0x02],
        capabilityContainer: [
            0x00, 0x0F, 0x20, 0x00, 0x3B, 0x00, 0x34, 0x04, 0x06, 0xE1, 0x10, 0x08, 0x00, 0x00, 0x00,
        ],
        fileSize: 2_048, containerIsFree: true)

    /// Every product the emulator can make.
    public static let all = [ntag424, ntag424TagTamper, type4]
}
