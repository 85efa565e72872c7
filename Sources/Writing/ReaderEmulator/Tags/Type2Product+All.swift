extension Type2Product {
    /// 144 bytes of user memory (NTAG213/215/216 data sheet).
    public static let ntag213 = ntag21x(
        "ntag213", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03], size: .small)
    /// 504 bytes of user memory, 496 of them announced in the capability container.
    public static let ntag215 = ntag21x(
        "ntag215", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x11, 0x03], size: .medium)
    /// 888 bytes of user memory, 872 of them announced in the capability container.
    public static let ntag216 = ntag21x(
        "ntag216", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x13, 0x03], size: .large)

    /// The same with a field detection pin (NTAG213F/216F data sheet).
    public static let ntag213f = ntag21x(
        "ntag213f", version: [0x00, 0x04, 0x04, 0x04, 0x01, 0x00, 0x0F, 0x03], size: .small)
    public static let ntag215f = ntag21x(
        "ntag215f", version: [0x00, 0x04, 0x04, 0x04, 0x01, 0x00, 0x11, 0x03], size: .medium)
    public static let ntag216f = ntag21x(
        "ntag216f", version: [0x00, 0x04, 0x04, 0x04, 0x01, 0x00, 0x13, 0x03], size: .large)

    /// Their mirror bits differ from those of an NTAG213; the models show no mirror.
    public static let ntag213c = ntag21x(
        "ntag213c", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x01, 0x0F, 0x03], size: .small, mirrors: false)
    public static let ntag213tt = ntag21x(
        "ntag213tt", version: [0x00, 0x04, 0x04, 0x02, 0x03, 0x00, 0x0F, 0x03], size: .small, mirrors: false)

    /// MIFARE Ultralight EV1, 48 and 128 bytes of user memory (MF0ULx1 data sheet).
    public static let ultralightUL11 = Type2Product(
        name: "ul11", version: [0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0B, 0x03], pageCount: 20,
        userPages: 0x04...0x0F, capabilityContainer: [0, 0, 0, 0], factoryData: [], firstConfigurationByte: 0x00,
        protection: .password(configurationPage: 0x10), dynamicLocks: nil, counters: .threeOneWay, mirrors: false)
    public static let ultralightUL21 = Type2Product(
        name: "ul21", version: [0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0E, 0x03], pageCount: 41,
        userPages: 0x04...0x23, capabilityContainer: [0, 0, 0, 0], factoryData: [], firstConfigurationByte: 0x00,
        protection: .password(configurationPage: 0x25),
        dynamicLocks: .dynamicLocks(page: 0x24, pagesPerBit: 2, lastUserPage: 0x23), counters: .threeOneWay,
        mirrors: false)

    /// 48 bytes; silent on what it does not know.
    public static let ultralight = Type2Product(
        name: "ultralight", version: nil, pageCount: 16, userPages: 0x04...0x0F,
        capabilityContainer: [0, 0, 0, 0], factoryData: [], protection: .nothing, dynamicLocks: nil,
        manners: .isSilent, counters: .none, mirrors: false)

    /// 144 bytes and a 3DES key (MF0ICU2 data sheet). The model knows the first half of the authentication, and no
    /// key opens it.
    public static let ultralightC = Type2Product(
        name: "ulc", version: nil, pageCount: 48, userPages: 0x04...0x27, capabilityContainer: [0, 0, 0, 0],
        factoryData: [], protection: .tripleDES(configurationPage: 0x2A), dynamicLocks: .ultralightC,
        counters: .page(0x29), mirrors: false)

    /// 144 bytes, the one before the NTAG21x (NTAG203 data sheet).
    public static let ntag203 = Type2Product(
        name: "ntag203", version: nil, pageCount: 42, userPages: 0x04...0x27,
        capabilityContainer: [0xE1, 0x10, 0x12, 0x00],
        factoryData: [0x01, 0x03, 0xA0, 0x10, 0x44, 0x03, 0x00, 0xFE], protection: .nothing,
        dynamicLocks: .ntag203, counters: .page(0x29), mirrors: false)

    /// Every product the emulator can make.
    public static let all = [
        ntag213, ntag215, ntag216, ntag213f, ntag215f, ntag216f, ntag213c, ntag213tt, ultralightUL11,
        ultralightUL21, ultralight, ultralightC, ntag203,
    ]

    /// The product of that name, in any case.
    public init?(named name: String) {
        guard let product = Type2Product.all.first(where: { $0.name == name.lowercased() }) else {
            return nil
        }
        self = product
    }

    private enum Size { case small, medium, large }

    private static func ntag21x(
        _ name: String, version: [UInt8], size: Size, mirrors: Bool = true
    ) -> Type2Product {
        let empty: [UInt8] = [0x03, 0x00, 0xFE, 0x00, 0x00, 0x00, 0x00, 0x00]
        switch size {
        case .small:
            return Type2Product(
                name: name, version: version, pageCount: 45, userPages: 0x04...0x27,
                capabilityContainer: [0xE1, 0x10, 0x12, 0x00],
                factoryData: [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE],
                protection: .password(configurationPage: 0x29),
                dynamicLocks: .dynamicLocks(page: 0x28, pagesPerBit: 2, lastUserPage: 0x27), mirrors: mirrors)
        case .medium:
            return Type2Product(
                name: name, version: version, pageCount: 135, userPages: 0x04...0x81,
                capabilityContainer: [0xE1, 0x10, 0x3E, 0x00], factoryData: empty,
                protection: .password(configurationPage: 0x83),
                dynamicLocks: .dynamicLocks(page: 0x82, pagesPerBit: 16, lastUserPage: 0x81), mirrors: mirrors)
        case .large:
            return Type2Product(
                name: name, version: version, pageCount: 231, userPages: 0x04...0xE1,
                capabilityContainer: [0xE1, 0x10, 0x6D, 0x00], factoryData: empty,
                protection: .password(configurationPage: 0xE3),
                dynamicLocks: .dynamicLocks(page: 0xE2, pagesPerBit: 16, lastUserPage: 0xE1), mirrors: mirrors)
        }
    }
}
