extension Type2Tag {
    /// WRITE: one page. An acknowledgement does not prove that the page now holds these bytes: the one-way pages
    /// only gain bits, and frozen bits stay.
    mutating func write(_ data: [UInt8], to page: Int) -> TagResponse {
        guard isWritable(page) else { return refuse(.invalidArgument) }
        if let lockPage = lockPage(page) {
            setLockBits(data, of: lockPage)
        } else if page == 3 {
            memory[3] = zip(memory[3], data).map { $0 | $1 }
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
        let configuration = configuration
        guard page >= 2, page < memory.pageCount else { return false }
        guard isAuthenticated || page < configuration.firstProtectedPage else { return false }
        guard !LockPage.staticLocks.locks(page, in: inForce) else { return false }
        guard !product.dynamicLocks.locks(page, in: inForce) else { return false }
        let isConfiguration = (product.configurationPage...product.configurationPage + 1).contains(page)
        return !(isConfiguration && configuration.isLocked)
    }

    private func lockPage(_ page: Int) -> LockPage? {
        if page == LockPage.staticLocks.page { return .staticLocks }
        if page == product.dynamicLocks.page { return product.dynamicLocks }
        return nil
    }

    private mutating func setLockBits(_ data: [UInt8], of lockPage: LockPage) {
        let frozen = lockPage.frozenBits(in: inForce)
        var bytes = memory[lockPage.page]
        for byte in lockPage.writableBytes {
            bytes[byte] |= data[byte] & ~frozen[byte]
        }
        memory[lockPage.page] = bytes
    }
}
