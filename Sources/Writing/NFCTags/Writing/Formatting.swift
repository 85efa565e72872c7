/// A tag that has no capability container yet. No reader reads its data without one, so the data goes first and the
/// container, in one write that is protected against tearing, last: the tag is unformatted or holds the new message.
enum Formatting {
    /// The addresses of the data area that the container will declare.
    static func dataArea(of product: TagProduct) -> [Int] { Array(16..<16 + product.declaredSize) }

    /// Why the container must not be written; nil when it may. Page 3 is one-time programmable: each bit that is set
    /// stays, and a size that is too large can never be lowered.
    static func refusal(of image: Type2Image) -> String? {
        guard let bytes = image[page: CapabilityContainer.page] else { return "page 03 was not read" }
        let isSafe = zip(bytes, image.product.container).allSatisfy { $0 & ~$1 == 0 }
        return isSafe
            ? nil
            : "page 03 holds \(bytes.hexadecimal), one-time bits that a capability container must not have"
    }

    /// The writes that put `expected`, which includes the container, where it belongs.
    static func writes(from image: Type2Image, to expected: [Int: UInt8]) -> [PageWrite] {
        var goal = image
        for (address, byte) in expected { goal.set(byte, at: address) }
        let pages = Set(expected.keys.map { $0 / 4 }).sorted(by: >)
        return pages.compactMap { page in
            guard let bytes = goal[page: page], bytes != image[page: page] else { return nil }
            return PageWrite(page: page, bytes: bytes)
        }
    }

    /// The container's bytes by address.
    static func container(of product: TagProduct) -> [Int: UInt8] {
        Dictionary(uniqueKeysWithValues: zip(CapabilityContainer.page * 4..<16, product.container))
    }
}
