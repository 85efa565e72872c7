import NDEF

extension Type2Image {
    /// The next pages to read, so that the content is known and, with a message, plans for writing and protecting can
    /// be made; nil when nothing is missing.
    ///
    /// Exchanges cost more than bytes. So the first read takes as much as fits, all of an NTAG213 that matters, and
    /// each further one spans as many missing pages as fit.
    func nextPages(for message: NDEFMessage?) -> ClosedRange<Int>? {
        guard !isUnread else { return product.read(from: 0, to: product.lastPage) }
        do throws(MemoryFault) {
            let missing = try missingPages(for: message)
            guard let first = missing.first else { return nil }
            let reachable = missing.last { $0 < first + product.pagesPerRead }
            return product.read(from: first, to: reachable ?? first)
        } catch {
            // What was read shows that a tag is malformed.
            guard case .notRead(let page) = error else { return nil }
            return product.read(from: page, to: product.lastPage)
        }
    }

    private func missingPages(for message: NDEFMessage?) throws(MemoryFault) -> [Int] {
        var count = 0
        var addresses: [Int] = []
        var anew: TLVLayout?
        var pages: Set<Int> = []
        do throws(MemoryFault) {
            let layout = try TLVLayout(of: self)
            addresses = layout.addresses
            if case .message(let header, let length) = layout.holding { count = header + length }
            if message != nil, !layout.isPlausible(on: product) { anew = try? TLVLayout(anew: self) }
        } catch {
            if case .notRead = error { throw error }
            // The planner refuses what is malformed, after a look at the lock bits, or lays it out afresh.
            if error == .unformatted {
                addresses = Formatting.dataArea(of: product)
                // Whose it is, all of them tell: a ticket may begin with empty pages.
                pages.formUnion(product.userPages)
            } else if message != nil {
                anew = try? TLVLayout(anew: self)
            }
        }
        if let message {
            let size = TLVBlock.size(forValue: message.encoded.count)
            count = max(count, size)
            if let anew { pages.formUnion((anew.missingBlocks.keys + anew.addresses.prefix(size)).map { $0 / 4 }) }
            if let configuration = product.configurationPages { pages.formUnion(configuration) }
            if let locks = product.dynamicLocks { pages.insert(locks.page) }
        }
        pages.formUnion(addresses.prefix(count).map { $0 / 4 })
        return pages.filter { !holds($0) }.sorted()
    }
}
