extension Type2Tag {
    /// WRITE: one page. An acknowledgement does not prove that the page now holds these bytes: the one-way pages
    /// only gain bits, and frozen bits stay.
    mutating func write(_ data: [UInt8], to page: Int) -> TagResponse {
        guard isWritable(page) else { return refuse(.invalidArgument) }
        if let lockPage = lockPage(page) {
            setLockBits(data, of: lockPage)
        } else if page == 3 {
            memory[3] = zip(memory[3], data).map { $0 | $1 }
        } else if product.counters == .page(page) {
            count(data, on: page)
        } else {
            memory[page] = data
        }
        return .acknowledged
    }

    /// COMPATIBILITY_WRITE, first half: the tag refuses here, or waits for 16 bytes of which it takes four.
    mutating func beginCompatibilityWrite(to page: Int) -> TagResponse {
        guard isWritable(page) else { return refuse(.invalidArgument) }
        compatibilityWritePage = page
        return .acknowledged
    }

    /// Whether a write to the page is interrupted as a whole or leaves it undefined: the one-way pages are
    /// protected against tearing, all others are not (NTAG213F/216F data sheet, page 44).
    func isTearProtected(_ page: Int) -> Bool {
        page == 3 || lockPage(page) != nil
    }

    private func isWritable(_ page: Int) -> Bool {
        guard page >= 2, page < memory.pageCount, page < endOfWritablePages else { return false }
        guard !LockPage.staticLocks.locks(page, in: locksInForce) else { return false }
        guard product.dynamicLocks?.locks(page, in: locksInForce) != true else { return false }
        guard let first = product.configurationPage, configuration?.isLocked == true else { return true }
        return !(first...first + 1).contains(page)
    }

    private func lockPage(_ page: Int) -> LockPage? {
        if page == LockPage.staticLocks.page { return .staticLocks }
        return page == product.dynamicLockPage ? product.dynamicLocks : nil
    }

    /// The 16-bit counter of an NTAG203 and an Ultralight C: the first write sets it, later ones add 1 to 15.
    private mutating func count(_ data: [UInt8], on page: Int) {
        let old = Int(memory[page][0]) | Int(memory[page][1]) << 8
        let new = old == 0 ? Int(data[0]) | Int(data[1]) << 8 : min(old + Int(data[0] & 0x0F), 0xFFFF)
        memory[page] = [UInt8(new & 0xFF), UInt8(new >> 8), 0, 0]
    }

    private mutating func setLockBits(_ data: [UInt8], of lockPage: LockPage) {
        let frozen = lockPage.frozenBits(in: locksInForce)
        var bytes = memory[lockPage.page]
        for byte in lockPage.writableBytes {
            bytes[byte] |= data[byte] & ~frozen[byte]
        }
        memory[lockPage.page] = bytes
    }
}
