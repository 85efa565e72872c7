/// How the type of a record is named: the low three bits of its first byte (NDEF 1.0, 3.2.6).
/// 07 is reserved and refused.
public enum TypeNameFormat: UInt8, Sendable, Hashable, CaseIterable {
    /// No type, identifier or payload.
    case empty = 0
    /// A type of the NFC Forum, such as `U` for URI.
    case wellKnown = 1
    /// A media type (RFC 2046).
    case media = 2
    /// An absolute URI (RFC 3986).
    case absoluteURI = 3
    /// An external type of the NFC Forum, `domain:type`.
    case external = 4
    /// A payload without a type.
    case unknown = 5
    /// A later chunk of the record before it. Occurs on the wire only, never in a decoded record.
    case unchanged = 6

    /// Whether a record of this format must name a type; the others must not.
    var namesType: Bool {
        switch self {
        case .wellKnown, .media, .absoluteURI, .external: true
        case .empty, .unknown, .unchanged: false
        }
    }
}
