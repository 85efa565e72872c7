/// Tells the texts of a JSON document from its structure, a byte at a time (RFC 8259, section 7), so that a large document
/// can be taken apart before it is decoded.
package struct JSONQuotes: Sendable {
    package enum Part: Sendable, Equatable {
        /// Between texts: brackets, commas, numbers.
        case structure
        /// The quotation mark before a text.
        case opening
        /// A byte of a text that is not part of an escape.
        case character
        /// A backslash, or the character behind it.
        case escape
        /// The quotation mark behind a text.
        case closing
    }

    package private(set) var isInText = false
    private var isEscaped = false

    package init() {}

    /// What the next byte is.
    package mutating func take(_ byte: UInt8) -> Part {
        if isEscaped {
            isEscaped = false
            return .escape
        }
        switch byte {
        case UInt8(ascii: "\""):
            isInText.toggle()
            return isInText ? .opening : .closing
        case UInt8(ascii: "\\") where isInText:
            isEscaped = true
            return .escape
        default: return isInText ? .character : .structure
        }
    }
}
