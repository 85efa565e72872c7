import Foundation

/// JSON as programs get it: keys sorted, so that the same answer is the same text.
enum JSONText {
    /// A document, indented.
    static func document(_ value: some Encodable) throws -> String {
        try text(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
    }

    /// One line of a stream.
    static func line(_ value: some Encodable) throws -> String {
        try text(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    private static func text(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
