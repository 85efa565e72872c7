/// Which of NXP's chips this is, as far as a host can see.
enum ChipModel: Sendable {
    /// A PN532 v1.6 on a board of its own.
    case pn532
    /// The PN532 v1.4 inside an ACR122U, which the reader's own firmware keeps awake.
    case pn532InACR122U
    /// A PN533 v2.7, the USB chip of the dongles.
    case pn533

    /// What GetFirmwareVersion says: IC, version, revision, supported technologies.
    var firmware: [UInt8] {
        switch self {
        case .pn532: [0x32, 0x01, 0x06, 0x07]
        case .pn532InACR122U: [0x32, 0x01, 0x04, 0x07]
        case .pn533: [0x33, 0x02, 0x07, 0x07]
        }
    }

    /// Answers to ReadRegister and WriteRegister start with a status byte.
    var tellsRegisterStatus: Bool { self == .pn533 }

    /// It sleeps until its line moves.
    var sleepsAtFirst: Bool { self == .pn532 }

    /// A PN533 has no SetSerialBaudRate, SAMConfiguration, PowerDown and InAutoPoll.
    func knows(_ command: UInt8) -> Bool {
        self != .pn533 || ![0x10, 0x14, 0x16, 0x60].contains(command)
    }
}
