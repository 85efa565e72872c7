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
}
