/// A MIFARE Classic 1K with a serial number of four bytes, as far as one gets without its keys: it is selected, gives a
/// nonce, and refuses everything else (MF1S50yyX data sheet).
public struct ClassicTag: EmulatedTag {
    public let uid: [UInt8]
    public var card = CardState()
    public var variant = HardwareVariant()

    /// A serial number that is not 4 bytes long is a mistake of the program.
    public init(uid: [UInt8]) {
        precondition(uid.count == 4, "This tag has a serial number of 4 bytes.")
        self.uid = uid
    }

    public var productName: String { "classic" }
    public var atqa: [UInt8] { [0x04, 0x00] }
    public var sak: UInt8 { 0x08 }
    public var dump: [[UInt8]] { [] }

    public mutating func endSession() {}

    public mutating func receive(_ frame: [UInt8]) -> TagResponse {
        guard isActive else { return .silence }
        switch (frame.first, frame.count) {
        case (0x60, 2), (0x61, 2): return .bytes([0x01, 0x20, 0x01, 0x45])
        case (0x50, 2):
            halt()
            return .silence
        default:
            goIdle()
            return .nibble(0x4)
        }
    }

    public mutating func receive(_ frame: [UInt8], tornBy torn: TornWrite?) -> TagResponse { receive(frame) }

    public mutating func receiveDamagedFrame() -> TagResponse {
        guard isActive else { return .silence }
        goIdle()
        return .nibble(0x5)
    }
}
