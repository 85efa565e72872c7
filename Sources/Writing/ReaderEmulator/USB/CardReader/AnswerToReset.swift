/// What a reader says of a contactless tag in the form of a card's answer to reset. See: PC/SC part 3, 3.1.3.2.3
enum AnswerToReset {
    /// A tag that speaks ISO/IEC 14443-4: the historical bytes of its answer to RATS, of which `ats` is the whole.
    static func card(ats: [UInt8]) -> [UInt8] {
        var historical = ats.dropFirst()
        if let format = historical.popFirst() {
            historical = historical.dropFirst([0x10, 0x20, 0x40].count { format & $0 != 0 })
        }
        return withCheckByte([0x3B, 0x80 | UInt8(min(historical.count, 15)), 0x80, 0x01] + historical.prefix(15))
    }

    /// A tag with nothing but memory: the technology and a number for a product, which readers give to many.
    static func memory(standard: UInt8, name: [UInt8]) -> [UInt8] {
        withCheckByte(
            [0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, standard] + name + [0, 0, 0, 0])
    }

    /// ISO/IEC 14443 A, part 3.
    static let typeA: UInt8 = 0x03
    /// ISO/IEC 15693, part 3, as an ACR1552U says it (nfc-agent).
    static let vicinity: UInt8 = 0x0B

    private static func withCheckByte(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [bytes.dropFirst().reduce(0, ^)]
    }
}
