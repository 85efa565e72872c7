/// The name by which people and files know one thing: a store, a tag, a batch, a reader.
///
/// 1 to 64 characters, none of them a control character, no white space at either end. Compared byte for
/// byte, as in a URL's path and in a database: `Cupertino` and `cupertino` are two stores, and so are the two
/// spellings of `café`, with one scalar or two for its last letter, which Swift's strings hold to be equal.
public struct Identifier<Subject>: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    public let text: String

    public static var longest: Int { 64 }

    /// Returns nil for text that cannot be an identifier; ``complaint(about:)`` says why.
    public init?(_ text: String) {
        guard Self.complaint(about: text) == nil else { return nil }
        self.text = text
    }

    /// What is wrong with a text as an identifier, or nil.
    public static func complaint(about text: String) -> String? {
        if text.isPrintableASCII(atMost: longest) { return nil }
        if text.isEmpty { return "is empty" }
        if text.count > longest { return "has \(text.count) characters, at most \(longest) are allowed" }
        if text.unicodeScalars.contains(where: \.isControl) { return "contains a control character" }
        if text.first?.isWhitespace == true || text.last?.isWhitespace == true {
            return "begins or ends with white space"
        }
        return nil
    }

    public var description: String { text }

    public static func == (left: Self, right: Self) -> Bool {
        let (one, other) = (left.text.utf8Span.span, right.text.utf8Span.span)
        guard one.count == other.count else { return false }
        for index in one.indices where one[index] != other[index] { return false }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        unsafe text.utf8Span.span.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
        hasher.combine(UInt8.max)  // in no UTF-8 text, so it ends this one
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if let complaint = Self.complaint(about: text) {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "identifier \(complaint)")
        }
        self.text = text
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

public typealias TagID = Identifier<Tag>
public typealias BatchName = Identifier<Batch>
public typealias ReaderName = Identifier<ReaderRecord>
