/// The pages of a Type 2 tag, or the blocks of a Type 5 tag, four bytes each, as they are stored: without rules,
/// mirrors or roll-over.
public struct TagMemory: Sendable, Equatable {
    /// All bytes in page order.
    public private(set) var bytes: [UInt8]

    init(pageCount: Int) {
        bytes = [UInt8](repeating: 0, count: pageCount * 4)
    }

    /// The number of pages.
    public var pageCount: Int { bytes.count / 4 }

    /// The four bytes of one page. A page outside the memory, or a value that is not four bytes, is a mistake
    /// of the program.
    public subscript(page: Int) -> [UInt8] {
        get {
            let start = page * 4
            return [bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3]]
        }
        set {
            precondition(newValue.count == 4, "A page has four bytes.")
            bytes.replaceSubrange(page * 4..<page * 4 + 4, with: newValue)
        }
    }

    /// The bytes of several pages.
    public subscript(pages: ClosedRange<Int>) -> [UInt8] {
        Array(bytes[pages.lowerBound * 4..<(pages.upperBound + 1) * 4])
    }

    /// Puts bytes into consecutive pages, from the start of `page` on; the rest of the last page stays.
    public mutating func put(_ newBytes: [UInt8], at page: Int) {
        precondition(page >= 0 && page * 4 + newBytes.count <= bytes.count, "The bytes do not fit the tag.")
        bytes.replaceSubrange(page * 4..<page * 4 + newBytes.count, with: newBytes)
    }
}
