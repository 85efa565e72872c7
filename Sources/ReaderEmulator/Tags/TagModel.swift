/// A kind of tag that the emulator can make, by name.
public struct TagModel: Sendable {
    /// The name in lower case, as the verbs of the emulator spell it.
    public let name: String
    /// Makes one as it leaves the factory, with a serial number of 7 bytes.
    public let make: @Sendable ([UInt8]) -> any EmulatedTag

    init(_ product: Type2Product) {
        name = product.name
        make = { Type2Tag(product, uid: $0) }
    }

    init(_ product: Type4Product) {
        name = product.name
        make = { Type4Tag(product, uid: $0) }
    }

    /// Every kind there is.
    public static let all = Type2Product.all.map(TagModel.init) + Type4Product.all.map(TagModel.init)

    /// The kind of that name, in any case.
    public init?(named name: String) {
        guard let model = Self.all.first(where: { $0.name == name.lowercased() }) else { return nil }
        self = model
    }
}
