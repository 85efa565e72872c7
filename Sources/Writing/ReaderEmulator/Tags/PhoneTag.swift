/// A phone that emulates a card: it speaks ISO/IEC 14443-4, has another serial number whenever it comes near, and
/// no application that Waymark asks for.
public struct PhoneTag: EmulatedTag {
    /// 20: a card. 60: a card that offers NFC-DEP as well.
    public let sak: UInt8
    public var card = CardState()
    public var variant = HardwareVariant()
    private let seed: [UInt8]
    private var blocks = BlockResponder()
    private var powerUps: UInt64 = 0

    /// `seed` makes the serial numbers of one phone differ from those of another.
    public init(sak: UInt8 = 0x20, seed: [UInt8]) {
        self.sak = sak
        self.seed = seed
    }

    public var productName: String { sak == 0x60 ? "phone-dep" : "phone" }
    public var uid: [UInt8] { randomIdentity(of: seed, afterPowerUps: powerUps) }
    public var atqa: [UInt8] { [0x04, 0x00] }
    public var dump: [[UInt8]] { [] }

    public mutating func wasPoweredUp() { powerUps += 1 }

    public mutating func endSession() { blocks = BlockResponder() }

    public mutating func receive(_ frame: [UInt8]) -> TagResponse {
        var responder = blocks
        let answer = receiveBlock(frame, &responder, ats: [0x05, 0x78, 0x80, 0x70, 0x02]) { _, command in
            // SELECT by name finds nothing; everything else needs an application.
            command.count > 2 && command[1] == 0xA4 ? [0x6A, 0x82] : [0x69, 0x85]
        }
        blocks = responder
        return answer
    }

    public mutating func receive(_ frame: [UInt8], tornBy torn: TornWrite?) -> TagResponse { receive(frame) }
}
