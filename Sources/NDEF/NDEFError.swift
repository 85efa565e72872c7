public import Explaining

/// Why bytes are no NDEF message, or a record no URI record.
public struct NDEFError: ExplainedError, Equatable {
    public enum Code: String, Sendable, CaseIterable {
        /// The message has no bytes.
        case noRecord
        /// The message is longer than any tag can hold.
        case tooLarge
        /// The bytes end inside a record, or after one that does not end the message.
        case truncated
        /// A message-begin or message-end flag is missing or in the wrong place.
        case badFlags
        /// The type name format is reserved, or contradicts the lengths of type, identifier and payload.
        case badTypeNameFormat
        /// A chunk does not continue the chunk before it.
        case badChunk
        /// Bytes follow the record that ends the message.
        case trailingBytes
        /// The payload of a URI record does not spell a URI.
        case badURI
    }

    public let code: Code
    public let message: String
    /// Why, with the offset of the byte where it shows.
    public let reason: String
    public let next: String

    init(_ code: Code, reason: String) {
        self.code = code
        self.reason = reason
        switch code {
        case .badURI:
            message = "the record is no valid URI record"
            next = "write the URL anew"
        case .tooLarge:
            message = "the NDEF message is too large"
            next = "shorten the message"
        default:
            message = "the NDEF message is damaged"
            next = "write the message anew"
        }
    }
}
