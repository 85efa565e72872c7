/// Which pages are locked for ever, and which can never be (NTAG213/215/216 data sheet, 8.5.2 and 8.5.3).
struct LockBits: Hashable, Sendable {
    /// Page 2, byte 2: block bits 0 to 2, L-CC, L4 to L7. Byte 3: L8 to L15.
    static let staticPage = 2

    private let dynamicLocks: DynamicLocks?
    private let userPages: ClosedRange<Int>
    /// Bytes 2 and 3 of page 2, least significant bit first: L-CC is bit 3, L4 to L15 are bits 4 to 15.
    private let staticBits: UInt32
    /// Bytes 0 to 2 of the dynamic lock page; byte 3 reads BD.
    private let dynamicBits: UInt32

    init(of image: Type2Image) throws(MemoryFault) {
        dynamicLocks = image.product.dynamicLocks
        userPages = image.product.userPages
        guard let fixed = image[page: Self.staticPage] else { throw .notRead(page: Self.staticPage) }
        staticBits = UInt32(fixed[2]) | UInt32(fixed[3]) << 8
        guard let page = image.product.dynamicLocks?.page else {
            dynamicBits = 0
            return
        }
        guard let dynamic = image[page: page] else { throw .notRead(page: page) }
        dynamicBits = UInt32(dynamic[0]) | UInt32(dynamic[1]) << 8 | UInt32(dynamic[2]) << 16
    }

    /// Whether the capability container or a data page is locked.
    func lock(_ page: Int) -> Bool {
        if page < 16 { return staticBits >> page & 1 != 0 }
        guard let dynamicLocks, userPages.contains(page) else { return false }
        return dynamicBits >> dynamicLocks.lockBit(page) & 1 != 0
    }

    /// Whether a block bit has frozen the lock bit of the page before it was set.
    func leaveOpenForEver(_ page: Int) -> Bool {
        guard !lock(page) else { return false }
        guard page >= 16 else { return staticBits >> (page == 3 ? 0 : page < 10 ? 1 : 2) & 1 != 0 }
        guard let dynamicLocks, userPages.contains(page) else { return false }
        return dynamicBits >> dynamicLocks.blockBit(page) & 1 != 0
    }

    /// Whether all is locked for ever that these bits lock of what says who may read and write.
    var isKeyLocked: Bool { openKeyBits == 0 }

    /// Whether block bits have frozen some of that before it was locked.
    var isKeyOpenForEver: Bool { openKeyBits & UInt8(dynamicBits >> 8 & 0x0F) << 4 != 0 }

    private var openKeyBits: UInt8 { (dynamicLocks?.keyBits ?? 0) & ~UInt8(dynamicBits >> 8 & 0xFF) }
}
