/// The registers of the contactless front end that hosts read and write, by address.
struct ChipRegisters: Sendable {
    static let txMode: UInt16 = 0x6302
    static let rxMode: UInt16 = 0x6303
    static let txAuto: UInt16 = 0x6305
    static let fifoData: UInt16 = 0x6339
    static let control: UInt16 = 0x633C
    static let bitFraming: UInt16 = 0x633D

    /// What a real chip reads before the host has written anything; registers not named here start at zero.
    private var values: [UInt16: UInt8] = [txMode: 0x80, rxMode: 0x80, txAuto: 0x40, control: 0x10]

    subscript(address: UInt16) -> UInt8 {
        get { values[address] ?? 0 }
        set { values[address] = newValue }
    }

    /// The chip appends CRC_A to what it sends.
    var sendsCRC: Bool { self[Self.txMode] & 0x80 != 0 }

    /// The chip checks and removes the CRC_A of what it receives.
    var checksCRC: Bool { self[Self.rxMode] & 0x80 != 0 }

    /// The bits of the last byte to send; 0 means all eight.
    var lastBits: UInt8 { self[Self.bitFraming] & 0x07 }
}
