/// A kind of tag that the emulator can make, by name.
public struct TagModel: Sendable {
    /// The name in lower case, as the verbs of the emulator spell it.
    public let name: String
    /// Bytes of its serial number, 7, 4 or 8.
    public let serialNumberLength: Int
    /// Makes one as it leaves the factory, with a serial number of that many bytes.
    public let make: @Sendable ([UInt8]) -> any EmulatedTag

    private init(
        _ name: String, serialNumberLength: Int = 7, make: @escaping @Sendable ([UInt8]) -> any EmulatedTag
    ) {
        self.name = name
        self.serialNumberLength = serialNumberLength
        self.make = make
    }

    /// Every kind there is.
    public static let all =
        Type2Product.all.map { product in TagModel(product.name) { Type2Tag(product, uid: $0) } }
        + Type4Product.all.map { product in TagModel(product.name) { Type4Tag(product, uid: $0) } }
        + Type5Product.all.map { product in
            TagModel(product.name, serialNumberLength: 8) { Type5Tag(product, uid: product.serialNumber(from: $0)) }
        }
        + [
            TagModel("ntag424-random") { uid in
                var tag = Type4Tag(.ntag424, uid: uid)
                tag.hidesUID = true
                return tag
            },
            TagModel("classic", serialNumberLength: 4) { ClassicTag(uid: $0) },
            TagModel("phone", serialNumberLength: 4) { PhoneTag(sak: 0x20, seed: $0) },
            TagModel("phone-dep", serialNumberLength: 4) { PhoneTag(sak: 0x60, seed: $0) },
        ]

    /// The kind of that name, in any case.
    public init?(named name: String) {
        guard let model = Self.all.first(where: { $0.name == name.lowercased() }) else { return nil }
        self = model
    }
}
