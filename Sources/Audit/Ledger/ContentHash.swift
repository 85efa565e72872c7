/// Where a content goes in the ledger's tables. Seeded anew in each process: nobody can prepare stickers that
/// all fall into one place. Results never depend on it.
enum ContentHash {
    private static let seed = UInt64.random(in: 0...UInt64.max)
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

    static func mix(_ value: UInt64) -> UInt64 {
        let product = (value ^ seed).multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }

    /// Eight bytes at a time, each multiplied to full width.
    static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
        let raw = unsafe bytes.bytes
        var hash = UInt64(range.count) &* factor
        var position = range.lowerBound
        while position + 8 <= range.upperBound {
            let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
            hash = mix(hash ^ word)
            position += 8
        }
        var last: UInt64 = 0
        while position < range.upperBound {
            last = last << 8 | UInt64(bytes[position])
            position += 1
        }
        return mix(hash ^ last ^ factor)
    }
}
