/// Which pages are locked for ever (NTAG213/215/216 data sheet, 8.5.2 and 8.5.3).
struct LockBits: Hashable, Sendable {
    private let product: TagProduct
    /// Page 2, bytes 2 and 3, least significant bit first: L-CC is bit 3, L4 to L15 are bits 4 to 15.
    private let staticBits: UInt32
    /// Bytes 0 and 1 of the dynamic lock page: one bit for every few pages from 16 on. Byte 2 only freezes these
    /// bits, and byte 3 reads BD.
    private let dynamicBits: UInt32

    init(of image: TagImage) throws(MemoryFault) {
        product = image.product
        guard let fixed = image[page: 2] else { throw .notRead(page: 2) }
        guard let dynamic = image[page: product.dynamicLockPage] else {
            throw .notRead(page: product.dynamicLockPage)
        }
        staticBits = UInt32(fixed[2]) | UInt32(fixed[3]) << 8
        dynamicBits = UInt32(dynamic[0]) | UInt32(dynamic[1]) << 8
    }

    /// Whether a data page is locked.
    func lock(_ page: Int) -> Bool {
        if page < 16 { return staticBits >> page & 1 != 0 }
        guard product.userPages.contains(page) else { return false }
        return dynamicBits >> ((page - 16) / product.pagesPerLockBit) & 1 != 0
    }
}
