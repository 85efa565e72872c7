extension TagProduct {
    /// The product of a tag whose reader lets no GET_VERSION through: as large as its capability container (page 3) says,
    /// with nothing that could be locked or take a password, for where that is depends on the product. Nil when the
    /// container declares no data area. See: NFC Forum Type 2 Tag, 6.1
    static func unknown(container: [UInt8]) -> TagProduct? {
        guard container.count == 4, container[0] == 0xE1, container[1] >> 4 == 1, container[2] > 0 else { return nil }
        let size = Int(container[2]) * 8
        let last = min(3 + size / 4, 0xFF)
        return TagProduct(
            name: "a Type 2 tag of \(size) bytes", version: nil, userPages: 4...last, container: container,
            controlBlocks: [], dynamicLocks: nil, protection: .none, reading: .fours(last: last), mirroring: .none,
            factoryCFG0: [], signer: nil, isKnown: false)
    }
    /// The page that must be there before a message may reach page `last` of this product, of which nothing is known but
    /// what its container declares; nil where nothing has to be shown.
    ///
    /// A container may be wrong, and is one-time: on an NTAG213 that declares the size of an NTAG215 a long message would
    /// run into lock bits and configuration. A tag with a page behind the end of every known product whose lock bits or
    /// configuration the message would reach is none of those.
    func pageToProve(before last: Int) -> Int? {
        guard !isKnown else { return nil }
        let reached = TagProduct.all.filter { $0.userSize < declaredSize && $0.userPages.upperBound < last }
        return reached.compactMap(\.endOfSpecialPages).max().map { $0 + 1 }
    }

    /// The last page that can be read behind the data; nil on a product with nothing there.
    private var endOfSpecialPages: Int? {
        switch (protection, reading) {
        // PWD and PACK follow CFG0 and CFG1.
        case (.password(let page), _): page + 3
        case (.tripleDES, .fours(let last)), (.none, .fours(let last)): last > userPages.upperBound ? last : nil
        case (.tripleDES, .runs), (.none, .runs): nil
        }
    }
}
