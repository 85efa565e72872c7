/// One NFC Forum Type 4 tag: files behind ISO/IEC 7816-4 commands, in the blocks of ISO/IEC 14443-4. A value: a copy is
/// a second tag with the same files.
public struct Type4Tag: EmulatedTag {
    /// What a SELECT has named last.
    enum File: Sendable, Equatable {
        case none, capabilityContainer, ndef
    }

    public let product: Type4Product
    /// The serial number that the tag was made with.
    public let ownUID: [UInt8]
    /// The capability container file. Setting it is a tester's hand.
    public var capabilityContainer: [UInt8]
    /// The NDEF file: two bytes of length, then the message. Setting it is a tester's hand.
    public var file: [UInt8]
    /// Random ID (NT4H2421Gx, 8.4): with every power-up another serial number of four bytes, the first of them 08.
    public var hidesUID = false

    public var card = CardState()
    public var variant = HardwareVariant()
    var isApplicationSelected = false
    var selected = File.none
    /// The part of GetVersion that comes next; nil outside of that command.
    var versionPart: Int?
    /// The power fails within the next UPDATE BINARY.
    var torn: TornWrite?
    private var blocks = BlockResponder()
    private var powerUps: UInt64 = 0

    /// Makes a tag as it leaves the factory. A serial number that is not 7 bytes long is a mistake of the program.
    public init(_ product: Type4Product, uid: [UInt8]) {
        precondition(uid.count == 7, "A Type 4 tag of NXP has a serial number of 7 bytes.")
        self.product = product
        ownUID = uid
        capabilityContainer = product.capabilityContainer
        file = [UInt8](repeating: 0, count: product.fileSize)
    }

    public var productName: String { product.name }
    public var uid: [UInt8] { hidesUID ? randomIdentity(of: ownUID, afterPowerUps: powerUps) : ownUID }
    public var atqa: [UInt8] { [hidesUID ? 0x04 : 0x44, 0x03] }
    /// ISO/IEC 14443-4.
    public var sak: UInt8 { 0x20 }
    /// The two files.
    public var dump: [[UInt8]] { [capabilityContainer, file] }

    public mutating func wasPoweredUp() { powerUps += 1 }

    public mutating func receive(_ frame: [UInt8]) -> TagResponse {
        var responder = blocks
        let answer = receiveBlock(frame, &responder, ats: product.ats) { $0.carryOut($1) }
        blocks = responder
        return answer
    }

    public mutating func receive(_ frame: [UInt8], tornBy torn: TornWrite?) -> TagResponse {
        self.torn = torn
        defer { self.torn = nil }
        return receive(frame)
    }

    public mutating func endSession() {
        isApplicationSelected = false
        selected = .none
        versionPart = nil
        blocks = BlockResponder()
    }
}

/// A serial number of a tag that hides its own: 08 and three bytes that change with every power-up
/// (ISO/IEC 14443-3, 6.5.4).
func randomIdentity(of uid: [UInt8], afterPowerUps count: UInt64) -> [UInt8] {
    var bits = SeededBits(seed: uid.reduce(count) { $0 << 8 ^ $0 >> 56 ^ UInt64($1) })
    let number = bits.next()
    return [0x08] + (0..<3).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}
