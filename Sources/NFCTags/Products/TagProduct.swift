/// A Type 2 tag product that Waymark writes: the facts of its data sheet, one row each.
public struct TagProduct: Hashable, Sendable {
    /// The name on the data sheet, for example `NTAG213`.
    public let name: String
    /// The whole answer to GET_VERSION.
    let version: [UInt8]
    /// The pages for user data.
    let userPages: ClosedRange<Int>
    /// Bytes of the data area that the factory's capability container declares. Less than the user pages hold on
    /// an NTAG215 and an NTAG216.
    public let declaredSize: Int
    /// Bytes that the factory's control TLV blocks take from the data area.
    let controlSize: Int
    /// The page with the dynamic lock bits.
    let dynamicLockPage: Int
    /// How many pages one dynamic lock bit locks, from page 16 on.
    let pagesPerLockBit: Int
    /// CFG0; CFG1 follows.
    let configurationPage: Int

    /// Bytes that the user pages hold.
    var userSize: Int { userPages.count * 4 }
}

extension TagProduct {
    /// NTAG213/215/216 data sheet rev. 3.2, 8.5.
    public static let ntag213 = TagProduct(
        name: "NTAG213", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03], userPages: 0x04...0x27,
        declaredSize: 144, controlSize: 5, dynamicLockPage: 0x28, pagesPerLockBit: 2, configurationPage: 0x29)

    public static let ntag215 = TagProduct(
        name: "NTAG215", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x11, 0x03], userPages: 0x04...0x81,
        declaredSize: 496, controlSize: 0, dynamicLockPage: 0x82, pagesPerLockBit: 16, configurationPage: 0x83
    )

    public static let ntag216 = TagProduct(
        name: "NTAG216", version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x13, 0x03], userPages: 0x04...0xE1,
        declaredSize: 872, controlSize: 0, dynamicLockPage: 0xE2, pagesPerLockBit: 16, configurationPage: 0xE3
    )

    /// All products, smallest first.
    public static let all = [ntag213, ntag215, ntag216]

    /// The product that answers GET_VERSION with exactly these bytes. All eight count: the storage size alone, byte
    /// 6, is the same for products with other configuration pages, and the vendor alone is faked by clones.
    init?(version: [UInt8]) {
        guard let product = TagProduct.all.first(where: { $0.version == version }) else { return nil }
        self = product
    }
}
