/// A key for tag passwords, named without its secret: identifier and check value, `bench-2026:A1B2C3`.
///
/// Two keys that were given the same identifier have different check values.
public struct KeyName: Hashable, Sendable, Codable, CustomStringConvertible {
    public let identifier: String
    /// Six upper-case hexadecimal digits.
    public let check: String

    public init(identifier: String, check: String) {
        self.identifier = identifier
        self.check = check
    }

    /// Nil unless the text has both parts.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else { return nil }
        identifier = String(text[..<colon])
        check = String(text[text.index(after: colon)...])
        guard check.utf8.count == 6 else { return nil }
    }

    public var description: String { "\(identifier):\(check)" }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let name = KeyName(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no name of a key")
        }
        self = name
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Names of keys as one text, as tables keep them: one in a line.
extension [KeyName] {
    /// Nil where one of the lines is not the name of a key.
    public init?(lines: String) {
        let names = lines.split(separator: "\n").map { KeyName(String($0)) }
        guard !names.contains(nil) else { return nil }
        self = names.compactMap(\.self)
    }

    /// Nil for none.
    public var lines: String? { isEmpty ? nil : map(\.description).joined(separator: "\n") }
}
