import NDEF

extension Type2Image {
    /// What the tag says, as a phone would read it: capability container, TLV blocks, message.
    public var content: TagContent {
        do throws(MemoryFault) {
            let layout = try TLVLayout(of: self)
            if layout.holding == .overrun {
                throw .malformed("the NDEF message claims more bytes than the tag has")
            }
            let content = try layout.messageBytes(in: self).map { TagContent(message: $0) } ?? .blank
            if content == .empty, layout.hasBlockBehind { throw .blockBehindEmptyMessage }
            return content
        } catch {
            guard error == .unformatted else { return .damaged(reason: error.description) }
            return foreignData.map { .damaged(reason: $0) } ?? .unformatted
        }
    }

    /// Data of another system, as tickets and hotel cards have it, on a tag without a capability container; nil where there
    /// is none in all of its user memory, which a lock would freeze. The maker leaves the pages 00, FF, or with an empty
    /// message. Of an Ultralight C the data sheet calls them undefined (MF0ICU2, table 13): they are judged as all others,
    /// for a refusal can be mended, and a card that was written over cannot.
    ///
    /// Page 3 is one-time, and protected against tearing: a bit in it that makes no container is never of a write of ours.
    private var foreignData: String? {
        let first = product.userPages.lowerBound
        let empty = product.controlBlocks + [TLVBlock.messageTag, 0x00, TLVBlock.terminator, 0x00]
        for page in CapabilityContainer.page...product.userPages.upperBound {
            guard let bytes = self[page: page] else { return MemoryFault.notRead(page: page).description }
            let erased: [UInt8] = page < first ? [0x00] : [0x00, 0xFF]
            let isErased = erased.contains { byte in bytes.allSatisfy { $0 == byte } }
            let isEmpty = page >= first && bytes == Array(empty.dropFirst((page - first) * 4).prefix(4))
            if !isErased, !isEmpty {
                return "page \(page.pageNumber) holds \(bytes.hexadecimal), data that is not NDEF"
            }
        }
        return nil
    }
}
