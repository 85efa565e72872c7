/// A request of ISO/IEC 15693-3: flags, code, whom it is for, and parameters.
struct VicinityRequest {
    enum Addressee: Equatable {
        /// Every tag that is not quiet.
        case all
        /// The tag of this serial number, E0 first.
        case one([UInt8])
        case selected
    }

    static let highRate: UInt8 = 0x02
    static let inventory: UInt8 = 0x04
    /// Request flags 5 and 6; in an inventory flag 5 says that an AFI follows, and flag 6 that there is one slot.
    static let selectFlag: UInt8 = 0x10
    static let addressFlag: UInt8 = 0x20
    static let option: UInt8 = 0x40

    let code: UInt8
    let addressee: Addressee
    let hasOption: Bool
    /// The maker's code of a custom command.
    let maker: UInt8?
    let parameters: [UInt8]

    /// Nil for what a tag with one subcarrier at the high rate does not answer: a wrong format brings silence.
    init?(_ frame: [UInt8]) {
        guard frame.count >= 2 else { return nil }
        let flags = frame[0]
        let known = Self.highRate | Self.selectFlag | Self.addressFlag | Self.option
        guard flags & ~known == 0, flags & Self.highRate != 0 else { return nil }
        code = frame[1]
        hasOption = flags & Self.option != 0
        var rest = frame.dropFirst(2)
        if code >= 0xA0 {
            guard let first = rest.popFirst() else { return nil }
            maker = first
        } else {
            maker = nil
        }
        switch flags & (Self.selectFlag | Self.addressFlag) {
        case 0: addressee = .all
        case Self.selectFlag: addressee = .selected
        case Self.addressFlag:
            guard rest.count >= 8 else { return nil }
            addressee = .one(rest.prefix(8).reversed())
            rest = rest.dropFirst(8)
        default: return nil
        }
        parameters = Array(rest)
    }
}

/// An inventory in one slot: which tags are to answer.
struct VicinityInventory {
    let applicationFamily: UInt8?
    let maskLength: Int
    let mask: [UInt8]

    /// Nil for a frame other than an inventory, or one with sixteen slots, which an antenna without slots cannot hold.
    init?(_ frame: [UInt8]) {
        guard frame.count >= 3, frame[0] & VicinityRequest.inventory != 0 else { return nil }
        let known = VicinityRequest.highRate | VicinityRequest.inventory | 0x30
        guard frame[0] & ~known == 0, frame[0] & VicinityRequest.highRate != 0, frame[0] & 0x20 != 0 else { return nil }
        // Whatever the command byte is: the flag makes an inventory of it.
        var rest = frame.dropFirst(2)
        applicationFamily = frame[0] & 0x10 != 0 ? rest.popFirst() : nil
        guard let length = rest.popFirst(), Int(length) <= 64, rest.count == (Int(length) + 7) / 8 else { return nil }
        maskLength = Int(length)
        mask = Array(rest)
    }

    /// Whether a tag of this serial number, E0 first, is meant: the mask is compared with its lowest bits.
    func matches(_ uid: [UInt8]) -> Bool {
        (0..<maskLength).allSatisfy { bit in
            let own = uid[7 - bit / 8] >> UInt8(bit % 8) & 1
            return own == mask[bit / 8] >> UInt8(bit % 8) & 1
        }
    }
}
