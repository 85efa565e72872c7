public import Faults

/// A URL exactly as it is on a tag or in a registration, split into parts but never rewritten.
///
/// Nothing is normalised: what iOS compares is the text, so `HTTPS://Example.com` and `https://example.com`
/// are two values here. See RFC 3986 section 3 for the parts.
public struct InvocationURL: Sendable {
    /// Longest URL accepted, in bytes. Apple states no limit; this is ours.
    public static let sizeLimit = 2_048

    /// The bytes as given.
    public let bytes: [UInt8]
    let schemeRange: Range<Int>
    let userInfoRange: Range<Int>?
    let hostRange: Range<Int>
    let portRange: Range<Int>?
    let pathRange: Range<Int>
    let queryRange: Range<Int>?
    let fragmentRange: Range<Int>?

    public init(_ text: String) throws(AppClipError) {
        try self.init(bytes: Array(text.utf8))
    }

    public var text: String { String(decoding: bytes, as: UTF8.self) }
    /// As written, without the colon.
    public var scheme: String { string(schemeRange) }
    /// Whether it is an https URL, as Apple asks for.
    public var isSecure: Bool { scheme.lowercased() == "https" }
    /// As written, without the at sign.
    public var userInfo: String? { userInfoRange.map(string) }
    /// As written; an IPv6 address keeps its brackets.
    public var host: String { string(hostRange) }
    /// As written, digits only, possibly empty.
    public var port: String? { portRange.map(string) }
    /// Empty, or begins with a slash.
    public var path: String { string(pathRange) }
    /// Without the question mark; empty when nothing follows it, nil when there is none.
    public var query: String? { queryRange.map(string) }
    /// Without the number sign.
    public var fragment: String? { fragmentRange.map(string) }

    private func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

extension InvocationURL: Hashable, Comparable, CustomStringConvertible {
    public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// The order of the bytes.
    public static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    public var description: String { text }
}

extension InvocationURL: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
