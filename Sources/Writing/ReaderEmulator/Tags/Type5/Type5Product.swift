/// What distinguishes one Type 5 tag from another, as far as the model goes.
public struct Type5Product: Sendable, Equatable {
    /// The product's name in lower case, as the verbs of the emulator spell it.
    public let name: String
    /// The first four bytes of its serial numbers: E0, the maker, and what the maker says of the product in the rest.
    public let serialNumberStart: [UInt8]
    /// Blocks of four bytes.
    public let blockCount: Int
    /// What the factory writes to block 0; zeros on products that come without a capability container.
    var capabilityContainer: [UInt8] = [0, 0, 0, 0]
    /// A block that counts and takes no data.
    var counterBlock: Int?
    /// Whether writes and locks need the option flag. Elsewhere they are refused with it.
    var needsOptionToWrite = false
    /// Whether it shows a signature of its maker's.
    var hasSignature = false

    /// Blocks for data.
    public var dataBlocks: Range<Int> { 0..<(counterBlock ?? blockCount) }
}

extension Type5Product {
    /// ICODE SLIX, SL2S2002.
    public static let slix = Type5Product(
        name: "slix", serialNumberStart: [0xE0, 0x04, 0x01, 0x10], blockCount: 28)

    /// ICODE SLIX2, SL2S2602: its last block is a counter.
    public static let slix2 = Type5Product(
        name: "slix2", serialNumberStart: [0xE0, 0x04, 0x01, 0x08], blockCount: 80, counterBlock: 79,
        hasSignature: true)

    /// ICODE SLI.
    public static let sli = Type5Product(
        name: "sli", serialNumberStart: [0xE0, 0x04, 0x01, 0x00], blockCount: 28)

    /// ST25TV02K, with the capability container that its maker gives.
    public static let st25tv02k = Type5Product(
        name: "st25tv02k", serialNumberStart: [0xE0, 0x02, 0x08, 0x00], blockCount: 64,
        capabilityContainer: [0xE1, 0x40, 0x1F, 0x00])

    /// Tag-it HF-I Plus: writes and locks need the option flag.
    public static let tagIt = Type5Product(
        name: "tagit", serialNumberStart: [0xE0, 0x07, 0x00, 0x00], blockCount: 64, needsOptionToWrite: true)

    /// Every product the emulator can make.
    public static let all = [slix, slix2, sli, st25tv02k, tagIt]

    /// A serial number of this product: the given one, where that begins with E0, else the product's own start and the
    /// last four bytes.
    public func serialNumber(from bytes: [UInt8]) -> [UInt8] {
        bytes.first == 0xE0 ? bytes : serialNumberStart + bytes.suffix(4)
    }
}

/// What Type 5 tags are reported to do in different ways.
public struct Type5Manners: Sendable, Hashable {
    /// Whether a command that the product does not know gets no answer in place of the error 01.
    public var isSilentOnUnknownCommands: Bool
    /// Whether every other refusal is 0F, as NXP's tags are said to answer, in place of the standard's own codes.
    public var saysUnknownError: Bool

    public init(isSilentOnUnknownCommands: Bool = false, saysUnknownError: Bool = false) {
        self.isSilentOnUnknownCommands = isSilentOnUnknownCommands
        self.saysUnknownError = saysUnknownError
    }

    /// Every combination.
    public static let all = [false, true].flatMap { silent in
        [false, true].map { Type5Manners(isSilentOnUnknownCommands: silent, saysUnknownError: $0) }
    }
}
