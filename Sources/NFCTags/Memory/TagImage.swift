/// What was read of a tag's memory, by page. Pages that were not read are unknown, not zero.
public struct TagImage: Hashable, Sendable {
    public let uid: TagUID
    public let product: TagProduct
    private var pages: [[UInt8]?]

    init(uid: TagUID, product: TagProduct) {
        self.uid = uid
        self.product = product
        pages = Array(repeating: nil, count: product.configurationPage + 2)
    }

    /// The four bytes of a page; nil when it was not read or does not exist.
    subscript(page page: Int) -> [UInt8]? {
        pages.indices.contains(page) ? pages[page] : nil
    }

    /// The byte at an address counted from page 0; nil when it was not read.
    subscript(byte address: Int) -> UInt8? {
        self[page: address / 4]?[address % 4]
    }

    var isUnread: Bool { pages.allSatisfy { $0 == nil } }

    /// Takes over what was read from `page` on. Bytes of a page that is not whole, or not on the tag, are dropped.
    mutating func store(_ bytes: [UInt8], at page: Int) {
        for index in 0..<bytes.count / 4 where pages.indices.contains(page + index) {
            pages[page + index] = Array(bytes[index * 4..<index * 4 + 4])
        }
    }

    /// Changes one byte of a page that was read.
    mutating func set(_ byte: UInt8, at address: Int) {
        pages[address / 4]?[address % 4] = byte
    }
}
