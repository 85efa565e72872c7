@testable import NFCTags

extension Type2Image {
    /// A whole image of a tag as the factory delivers it, with these bytes from page 4 on.
    static func factory(
        _ product: TagProduct, data: [UInt8]? = nil, container: [UInt8]? = nil,
        staticLocks: [UInt8] = [0, 0],
        dynamicLocks: [UInt8] = [0, 0, 0, 0xBD], configuration: [UInt8] = [0x04, 0x00, 0x00, 0xFF]
    ) -> Type2Image {
        var image = Type2Image(uid: .ntag, product: product)
        image.store([UInt8](repeating: 0, count: (product.lastPage + 1) * 4), at: 0)
        image.store([0x00, 0x48] + staticLocks, at: 2)
        image.store(container ?? product.container, at: 3)
        let factory = product == .ntag213 ? hex("01 03 A0 0C 34 03 00 FE") : hex("03 00 FE 00")
        let data = data ?? factory
        image.store(data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4), at: 4)
        if let locks = product.dynamicLocks { image.store(dynamicLocks, at: locks.page) }
        if case .password(let page) = product.protection { image.store(configuration, at: page) }
        return image
    }
}
