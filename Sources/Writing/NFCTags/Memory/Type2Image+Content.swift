import NDEF

extension Type2Image {
    /// What the tag says, as a phone would read it: capability container, TLV blocks, message.
    public var content: TagContent {
        do throws(MemoryFault) {
            let layout = try TLVLayout(of: self)
            if layout.holding == .overrun {
                throw .malformed("the NDEF message claims more bytes than the tag has")
            }
            return try layout.messageBytes(in: self).map { TagContent(message: $0) } ?? .blank
        } catch {
            return error == .unformatted ? .unformatted : .damaged(reason: error.description)
        }
    }
}
