internal import Faults
public import NDEF

/// What a tag says when it is read.
public enum TagContent: Hashable, Sendable {
    /// Its capability container does not declare NDEF.
    case unformatted
    /// Formatted, but without an NDEF message TLV block.
    case blank
    /// An NDEF message without content: a tag as the factory delivers it, or one whose writing was interrupted.
    case empty
    /// The URL a phone acts on: that of the first URI record.
    case url(String)
    /// A message without a URI record.
    case other(NDEFMessage)
    /// Bytes that cannot be read as NDEF, and why.
    case damaged(reason: String)

    /// What the bytes of a message say.
    init(message bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            self = .empty
            return
        }
        do {
            let message = try NDEFMessage(decoding: bytes)
            self = message.isEmpty ? .empty : message.firstURI.map(TagContent.url) ?? .other(message)
        } catch {
            self = .damaged(reason: error.reason)
        }
    }
}
