extension TagProduct {
    /// NTAG213/215/216 data sheet rev. 3.2, 8.5.
    public static let ntag213 = ntag21x("NTAG213", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03], .small)
    public static let ntag215 = ntag21x("NTAG215", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x11, 0x03], .medium)
    public static let ntag216 = ntag21x("NTAG216", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x13, 0x03], .large)

    /// With a field detection pin, FDP_CONF in bits 1 and 0 of MIRROR and SLEEP_EN in bit 3: NTAG213F/216F data sheet
    /// rev. 3.1.
    static let ntag213F = ntag21x(
        "NTAG213F", version: [0x00, 0x04, 0x04, 0x04, 0x01, 0x00, 0x0F, 0x03], .small, pinBits: 0x0B)
    static let ntag215F = ntag21x(
        "NTAG215F", version: [0x00, 0x04, 0x04, 0x04, 0x01, 0x00, 0x11, 0x03], .medium, pinBits: 0x0B)
    static let ntag216F = ntag21x(
        "NTAG216F", version: [0x00, 0x04, 0x04, 0x04, 0x01, 0x00, 0x13, 0x03], .large, pinBits: 0x0B)

    /// The same memory, other mirror bits.
    static let ntag213C = ntag21x(
        "NTAG213C", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x01, 0x0F, 0x03], .small, mirroring: .unknown)
    static let ntag213TagTamper = ntag21x(
        "NTAG213 TagTamper", version: [0x00, 0x04, 0x04, 0x02, 0x03, 0x00, 0x0F, 0x03], .small, mirroring: .unknown)

    /// NTAG203 data sheet rev. 3.0.
    public static let ntag203 = TagProduct(
        name: "NTAG203", version: nil, userPages: 0x04...0x27, container: [0xE1, 0x10, 0x12, 0x00],
        controlBlocks: [0x01, 0x03, 0xA0, 0x10, 0x44],
        dynamicLocks: DynamicLocks(page: 0x28, rule: .grouped, complete: [0xFF, 0x01, 0x00]), protection: .none,
        reading: .fours(last: 0x29), mirroring: .none, factoryCFG0: [], signer: nil)

    /// MF0ICU1 data sheet. Also what kin of it answers alike.
    public static let ultralight = TagProduct(
        name: "MIFARE Ultralight", version: nil, userPages: 0x04...0x0F, container: [0xE1, 0x10, 0x06, 0x00],
        controlBlocks: [], dynamicLocks: nil, protection: .none, reading: .fours(last: 0x0F), mirroring: .none,
        factoryCFG0: [], signer: nil)

    /// MF0ICU2 data sheet rev. 3.3. Locking it locks AUTH0, AUTH1 and the key as well: otherwise anyone could use the
    /// factory's well-known key to close it for readers.
    public static let ultralightC = TagProduct(
        name: "MIFARE Ultralight C", version: nil, userPages: 0x04...0x27, container: [0xE1, 0x10, 0x12, 0x00],
        controlBlocks: [],
        dynamicLocks: DynamicLocks(page: 0x28, rule: .grouped, complete: [0xFF, 0xFF, 0x00], keyBits: 0xE0),
        protection: .tripleDES(page: 0x2A), reading: .fours(last: 0x2B), mirroring: .none, factoryCFG0: [],
        signer: nil)

    /// MF0ULx1 data sheet; H means 50 pF.
    public static let ultralightUL11 = ultralightEV1("UL11", capacitance: 0x01, isLarge: false)
    public static let ultralightUL21 = ultralightEV1("UL21", capacitance: 0x01, isLarge: true)
    static let ultralightULH11 = ultralightEV1("ULH11", capacitance: 0x02, isLarge: false)
    static let ultralightULH21 = ultralightEV1("ULH21", capacitance: 0x02, isLarge: true)

    /// All products.
    public static let all = [
        ntag213, ntag215, ntag216, ntag213F, ntag215F, ntag216F, ntag213C, ntag213TagTamper, ntag203, ultralight,
        ultralightC, ultralightUL11, ultralightUL21, ultralightULH11, ultralightULH21,
    ]

    /// Those that a shop sells today, smallest first.
    static let common = [ntag213, ntag215, ntag216]

    /// The product that answers GET_VERSION with exactly these bytes. All eight count: the storage size alone, byte
    /// 6, is the same for products with other configuration pages, and the vendor alone is faked by clones.
    init?(version: [UInt8]) {
        guard let product = TagProduct.all.first(where: { $0.version == version }) else { return nil }
        self = product
    }

    private enum Size { case small, medium, large }

    private static func ntag21x(
        _ name: String, version: [UInt8], _ size: Size, mirroring: Mirroring = .known, pinBits: UInt8 = 0x00
    ) -> TagProduct {
        let (last, sizeByte, pagesPerBit, complete): (Int, UInt8, Int, [UInt8]) =
            switch size {
            case .small: (0x27, 0x12, 2, [0xFF, 0x0F, 0x3F])
            case .medium: (0x81, 0x3E, 16, [0xFF, 0x00, 0x0F])
            case .large: (0xE1, 0x6D, 16, [0xFF, 0x3F, 0x7F])
            }
        return TagProduct(
            name: name, version: version, userPages: 0x04...last, container: [0xE1, 0x10, sizeByte, 0x00],
            controlBlocks: size == .small ? [0x01, 0x03, 0xA0, 0x0C, 0x34] : [],
            dynamicLocks: DynamicLocks(page: last + 1, rule: .stepped(pagesPerBit: pagesPerBit), complete: complete),
            protection: .password(page: last + 2), reading: .runs, mirroring: mirroring,
            factoryCFG0: [0x04, 0x00, 0x00], signer: .ntag21x, pinBits: pinBits)
    }

    private static func ultralightEV1(_ name: String, capacitance: UInt8, isLarge: Bool) -> TagProduct {
        TagProduct(
            name: "MIFARE Ultralight EV1 \(name)",
            version: [0x00, 0x04, 0x03, capacitance, 0x01, 0x00, isLarge ? 0x0E : 0x0B, 0x03],
            userPages: 0x04...(isLarge ? 0x23 : 0x0F), container: [0xE1, 0x10, isLarge ? 0x10 : 0x06, 0x00],
            controlBlocks: [],
            dynamicLocks: isLarge
                ? DynamicLocks(page: 0x24, rule: .stepped(pagesPerBit: 2), complete: [0xFF, 0x03, 0x1F]) : nil,
            protection: .password(page: isLarge ? 0x25 : 0x10), reading: .runs, mirroring: .none,
            factoryCFG0: [0x00, 0x00, 0x00], signer: .ultralightEV1)
    }
}
