public import NDEF

/// A kind of chip that can be bought by name and is written here, and what it can hold.
public struct WritableChip: Hashable, Sendable {
    /// The name on the data sheet.
    public let name: String
    /// Bytes of the data area.
    public let declaredSize: Int
    private let kind: Kind

    private enum Kind: Hashable {
        case type2(TagProduct)
        case type5(VicinityProduct)
    }

    private init(_ product: TagProduct) {
        (name, declaredSize, kind) = (product.name, product.declaredSize, .type2(product))
    }

    private init(_ product: VicinityProduct) {
        (name, declaredSize, kind) = (product.name, product.declaredSize ?? 0, .type5(product))
    }

    /// Every kind. What is on a Type 4 tag is known when it is written.
    public static let all = TagProduct.all.map(WritableChip.init) + VicinityProduct.tried.map(WritableChip.init)

    /// The smallest chip of the same type that shops sell and that holds the message; nil when none does.
    public func alternative(for message: NDEFMessage) -> WritableChip? {
        let others =
            switch kind {
            case .type2: TagProduct.common.map(WritableChip.init)
            case .type5: VicinityProduct.tried.map(WritableChip.init)
            }
        return others.first { $0.holds(message) }
    }

    /// Whether a chip as the factory delivers it can hold the message.
    public func holds(_ message: NDEFMessage) -> Bool {
        switch kind {
        case .type2(let product): product.holds(message)
        case .type5(let product): product.holds(message)
        }
    }
}
