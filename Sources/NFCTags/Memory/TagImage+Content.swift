import NDEF

extension TagImage {
    /// What the tag says, as a phone would read it: capability container, TLV blocks, message.
    public var content: TagContent {
        do throws(MemoryFault) {
            let layout = try TLVLayout(of: self)
            if layout.holding == .overrun {
                throw .malformed("the NDEF message claims more bytes than the tag has")
            }
            return Self.content(of: try layout.messageBytes(in: self))
        } catch {
            return error == .unformatted ? .unformatted : .damaged(reason: error.description)
        }
    }

    private static func content(of bytes: [UInt8]?) -> TagContent {
        guard let bytes else { return .blank }
        guard !bytes.isEmpty else { return .empty }
        do {
            let message = try NDEFMessage(decoding: bytes)
            return message.isEmpty ? .empty : message.firstURI.map(TagContent.url) ?? .other(message)
        } catch {
            return .damaged(reason: error.reason)
        }
    }
}
