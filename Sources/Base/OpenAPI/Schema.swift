/// What a JSON value may be (JSON Schema 2020-12, as far as it is needed).
package indirect enum Schema: Sendable, Hashable {
    /// A text, and what the schema's keywords say of it: `pattern`, `maxLength`, `format`, `examples`...
    case text([String: JSONValue] = [:])
    case choice([String])
    case integer(ClosedRange<Int>)
    case number([String: JSONValue] = [:])
    case boolean
    case list(Schema)
    case object([Property])
    /// Names that the schema does not know, all with values of one kind.
    case map(Schema)
    /// A schema that has a name of its own in the document.
    case named(String)
    /// Also null, or left out.
    case optional(Schema)
    /// Whatever these keywords say.
    case other([String: JSONValue])

    package struct Property: Sendable, Hashable {
        package let name: String
        package let schema: Schema
        package let isRequired: Bool

        package init(_ name: String, _ schema: Schema, isRequired: Bool = true) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// Any whole number that a Swift `Int` holds.
    package static let anyInteger = integer(Int.min...Int.max)

    package var json: JSONValue {
        switch self {
        case .text(let keywords): Self.typed("string", keywords)
        case .choice(let words): Self.typed("string", ["enum": .list(words.map(JSONValue.text))])
        case .integer(let range):
            Self.typed(
                "integer", ["minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)])
        case .number(let keywords): Self.typed("number", keywords)
        case .boolean: Self.typed("boolean", [:])
        case .list(let element): Self.typed("array", ["items": element.json])
        case .object(let properties):
            Self.typed(
                "object",
                [
                    "properties": .object(
                        Dictionary(properties.map { ($0.name, $0.schema.json) }) { first, _ in first }),
                    "required": .list(properties.filter(\.isRequired).map { .text($0.name) }),
                ])
        case .map(let value): Self.typed("object", ["additionalProperties": value.json])
        case .named(let name): ["$ref": .text("#/components/schemas/\(name)")]
        case .optional(let wrapped): ["anyOf": [wrapped.json, ["type": "null"]]]
        case .other(let keywords): .object(keywords)
        }
    }

    private static func typed(_ type: String, _ keywords: [String: JSONValue]) -> JSONValue {
        .object(keywords.merging(["type": .text(type)]) { own, _ in own })
    }
}

/// A type whose decoder reveals less than is known: its schema, and a value to continue with.
package protocol DescribedValue {
    static var schema: Schema { get }
    static var sample: Self { get }
}
