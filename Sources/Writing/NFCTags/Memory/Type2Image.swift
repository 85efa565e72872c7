public import Chips

/// What was read of a Type 2 tag's memory, by page. Pages that were not read are unknown, not zero.
public struct Type2Image: Hashable, Sendable {
    public let uid: ChipUID
    public let product: TagProduct
    private var bytes: [UInt8]
    private var isKnown: [Bool]

    init(uid: ChipUID, product: TagProduct) {
        self.uid = uid
        self.product = product
        let pageCount = product.lastPage + 1
        bytes = [UInt8](repeating: 0, count: pageCount * 4)
        isKnown = [Bool](repeating: false, count: pageCount)
    }

    /// The four bytes of a page; nil when it was not read or does not exist.
    subscript(page page: Int) -> [UInt8]? {
        holds(page) ? Array(bytes[page * 4..<page * 4 + 4]) : nil
    }

    /// The byte at an address counted from page 0; nil when it was not read.
    subscript(byte address: Int) -> UInt8? {
        holds(address / 4) ? bytes[address] : nil
    }

    /// Whether the page was read.
    func holds(_ page: Int) -> Bool {
        isKnown.indices.contains(page) && isKnown[page]
    }

    var isUnread: Bool { !isKnown.contains(true) }

    /// Takes over what was read from `page` on. Bytes of a page that is not whole, or not on the tag, are dropped.
    mutating func store(_ newBytes: [UInt8], at page: Int) {
        for index in 0..<newBytes.count / 4 where isKnown.indices.contains(page + index) {
            let start = (page + index) * 4
            bytes.replaceSubrange(start..<start + 4, with: newBytes[index * 4..<index * 4 + 4])
            isKnown[page + index] = true
        }
    }

    /// Changes one byte of a page that was read.
    mutating func set(_ byte: UInt8, at address: Int) {
        if holds(address / 4) { bytes[address] = byte }
    }
}
