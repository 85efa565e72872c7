/// A short command for a card: class, instruction, two parameters, data, and how much is expected back.
/// See: ISO/IEC 7816-4, 5.1
struct CardCommand: Sendable, Equatable {
    let classByte: UInt8
    let instruction: UInt8
    let p1: UInt8
    let p2: UInt8
    let data: [UInt8]
    /// Le as it was sent; 0 is as much as there is. Nil without one.
    let expected: UInt8?

    /// Nil for a command whose lengths do not fit.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        (classByte, instruction, p1, p2) = (bytes[0], bytes[1], bytes[2], bytes[3])
        let rest = Array(bytes.dropFirst(4))
        switch rest.count {
        case 0: (data, expected) = ([], nil)
        case 1: (data, expected) = ([], rest[0])
        case 1 + Int(rest[0]): (data, expected) = (Array(rest.dropFirst()), nil)
        case 2 + Int(rest[0]): (data, expected) = (Array(rest.dropFirst().dropLast()), rest.last)
        default: return nil
        }
    }
}

/// The last two bytes of an answer. See: PC/SC part 3, 3.2.2
enum CardStatus {
    static let done: [UInt8] = [0x90, 0x00]
    static let failed: [UInt8] = [0x63, 0x00]
    static let wrongLength: [UInt8] = [0x67, 0x00]
    static let notSupported: [UInt8] = [0x6A, 0x81]
    static let noSuchBlock: [UInt8] = [0x6A, 0x82]
}
