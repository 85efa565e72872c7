public import Faults

/// Why bytes are not an NDEF message, or a record is not a URI record.
public typealias NDEFError = Fault<NDEFFaultCode>

public enum NDEFFaultCode: String, FaultCode, CaseIterable {
    /// The message has no bytes.
    case noRecord = "no-record"
    /// The message is longer than any tag can hold.
    case tooLarge = "message-too-large"
    /// The bytes end inside a record, or after one that does not end the message.
    case truncated
    /// A message-begin or message-end flag is missing or in the wrong place.
    case badFlags = "bad-flags"
    /// The type name format is reserved, or contradicts the lengths of type, identifier and payload.
    case badTypeNameFormat = "bad-type-name-format"
    /// A chunk does not continue the chunk before it.
    case badChunk = "bad-chunk"
    /// Bytes follow the record that ends the message.
    case trailingBytes = "trailing-bytes"
    /// The payload of a URI record does not spell a URI.
    case badURI = "bad-uri"
}

extension NDEFError {
    /// `reason`: why, with the offset of the byte where it shows.
    init(_ code: Code, reason: String) {
        let (message, next) =
            switch code {
            case .badURI: ("the record is not a valid URI record", "write the URL anew")
            case .tooLarge: ("the NDEF message is too large", "shorten the message")
            default: ("the NDEF message is damaged", "write the message anew")
            }
        self.init(code: code, message: message, reason: reason, next: next)
    }
}
