/// What distinguishes one Type 2 tag product from another: the facts of its data sheet. A further product of the
/// family is a further row.
public struct Type2Product: Sendable, Equatable {
    /// The product's name in lower case, as the verbs of the emulator spell it.
    public let name: String
    /// The answer to GET_VERSION.
    public let version: [UInt8]
    /// Pages of memory, counted from page 0.
    public let pageCount: Int
    /// The pages for user data.
    public let userPages: ClosedRange<Int>
    /// The capability container, page 3, as the factory writes it.
    public let capabilityContainer: [UInt8]
    /// The first user pages as the factory writes them: an empty NDEF message.
    public let factoryData: [UInt8]
    /// CFG0, followed by CFG1, PWD and PACK.
    public let configurationPage: Int

    let dynamicLocks: LockPage

    /// The page of the dynamic lock bits.
    public var dynamicLockPage: Int { dynamicLocks.page }
}

extension Type2Product {
    /// 144 bytes of user memory.
    public static let ntag213 = Type2Product(
        name: "ntag213",
        version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03],
        pageCount: 45,
        userPages: 0x04...0x27,
        capabilityContainer: [0xE1, 0x10, 0x12, 0x00],
        factoryData: [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE],
        configurationPage: 0x29,
        dynamicLocks: .dynamicLocks(page: 0x28, pagesPerBit: 2, lastUserPage: 0x27)
    )

    /// 504 bytes of user memory, 496 of them announced in the capability container.
    public static let ntag215 = Type2Product(
        name: "ntag215",
        version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x11, 0x03],
        pageCount: 135,
        userPages: 0x04...0x81,
        capabilityContainer: [0xE1, 0x10, 0x3E, 0x00],
        factoryData: [0x03, 0x00, 0xFE, 0x00, 0x00, 0x00, 0x00, 0x00],
        configurationPage: 0x83,
        dynamicLocks: .dynamicLocks(page: 0x82, pagesPerBit: 16, lastUserPage: 0x81)
    )

    /// 888 bytes of user memory, 872 of them announced in the capability container.
    public static let ntag216 = Type2Product(
        name: "ntag216",
        version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x13, 0x03],
        pageCount: 231,
        userPages: 0x04...0xE1,
        capabilityContainer: [0xE1, 0x10, 0x6D, 0x00],
        factoryData: [0x03, 0x00, 0xFE, 0x00, 0x00, 0x00, 0x00, 0x00],
        configurationPage: 0xE3,
        dynamicLocks: .dynamicLocks(page: 0xE2, pagesPerBit: 16, lastUserPage: 0xE1)
    )

    /// Every product the emulator can make.
    public static let all = [ntag213, ntag215, ntag216]

    /// The product of that name, in any case.
    public init?(named name: String) {
        guard let product = Type2Product.all.first(where: { $0.name == name.lowercased() }) else {
            return nil
        }
        self = product
    }
}
