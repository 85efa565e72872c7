import NDEF

extension TagImage {
    /// Pages that one FAST_READ may ask for: libnfc holds 264 bytes, an ACR122U counts its payload in one byte.
    static let largestRead = 60

    /// The next pages to read, so that the content can be told and, with a message, a plan can be made; nil when
    /// nothing is missing.
    ///
    /// Exchanges cost more than bytes. So the first read takes 60 pages at once, all of an NTAG213 that matters, and
    /// each further one spans as many missing pages as fit.
    func nextPages(for message: NDEFMessage?) -> ClosedRange<Int>? {
        let last = product.configurationPage + 1
        func span(from first: Int, to end: Int) -> ClosedRange<Int> {
            first...min(first + Self.largestRead - 1, end)
        }
        guard !isUnread else { return span(from: 0, to: last) }
        do throws(MemoryFault) {
            let missing = try missingPages(for: message)
            guard let first = missing.first else { return nil }
            let reachable = missing.last { $0 < first + Self.largestRead }
            return first...(reachable ?? first)
        } catch {
            // A malformed or unformatted tag is told from what is there.
            guard case .notRead(let page) = error else { return nil }
            return span(from: page, to: last)
        }
    }

    private func missingPages(for message: NDEFMessage?) throws(MemoryFault) -> [Int] {
        let layout = try TLVLayout(of: self)
        var count = 0
        if case .message(let header, let length) = layout.holding { count = header + length }
        var pages: Set<Int> = []
        if let message {
            count = max(count, TLVBlock.size(forValue: message.encoded.count))
            pages = [product.dynamicLockPage, product.configurationPage, product.configurationPage + 1]
        }
        pages.formUnion(layout.addresses.prefix(count).map { $0 / 4 })
        return pages.filter { !holds($0) }.sorted()
    }
}
