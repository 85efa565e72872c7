import Foundation
import OpenAPI
import Testing

/// A type's schema is what its decoder asks for.
@Suite struct `A schema` {
    enum Colour: String, Codable, CaseIterable { case red, green }

    struct Part: Codable {
        let colour: Colour
        let size: Double
    }

    struct Whole: Codable {
        let name: String
        let parts: [Part]
        let spare: Part?
        let labels: [String: Int]
        let picture: Data
        let isOld: Bool?
    }

    /// Reads what it needs itself, and takes a usual value for the rest.
    struct Lenient: Decodable {
        let count: Int

        enum CodingKeys: CodingKey { case count }

        init(from decoder: any Decoder) throws {
            count = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .count) ?? 7
        }
    }

    /// Accepts one word only, and does not say so.
    struct Picky: Decodable {
        init(from decoder: any Decoder) throws {
            let word = try decoder.singleValueContainer().decode(String.self)
            guard word == "please" else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not polite"))
            }
        }
    }

    @Test func `follows a type and the types within it`() throws {
        let book = SchemaBook()
        let whole = try book.schema(of: Whole.self)
        guard case .named(let name) = whole else {
            Issue.record("\(whole)")
            return
        }
        let part = name.replacing("Whole", with: "Part")
        #expect(
            book.schemas[name]
                == .object([
                    .init("name", .text()), .init("parts", .list(.named(part))),
                    .init("spare", .optional(.named(part)), isRequired: false),
                    .init("labels", .map(.anyInteger)), .init("picture", Data.schema),
                    .init("isOld", .optional(.boolean), isRequired: false),
                ]))
        #expect(
            book.schemas[part]
                == .object([.init("colour", .choice(["red", "green"])), .init("size", .number())]))
        #expect(name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
    }

    @Test func `takes a key that a decoder may miss for an optional one`() throws {
        let book = SchemaBook()
        _ = try book.schema(of: Lenient.self)
        #expect(
            Array(book.schemas.values)
                == [.object([.init("count", .optional(.anyInteger), isRequired: false)])])
    }

    @Test func `is refused for a type that wants what nobody knows`() {
        #expect(throws: SchemaError.self) { try SchemaBook().schema(of: Picky.self) }
    }

    @Test func `is written as JSON Schema`() throws {
        let schema = Schema.object([
            .init("name", .text(["maxLength": 3])), .init("n", .optional(.integer(1...2)), isRequired: false),
        ])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(schema.json), as: UTF8.self)
        #expect(
            text == """
                {"properties":{"n":{"anyOf":[{"maximum":2,"minimum":1,"type":"integer"},{"type":"null"}]},\
                "name":{"maxLength":3,"type":"string"}},"required":["name"],"type":"object"}
                """)
    }
}
