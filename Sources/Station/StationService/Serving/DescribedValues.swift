package import AppClips
package import Chips
package import Geodesy
package import Languages
package import OpenAPI
package import Registry

// What the decoders of these types check, in the words of JSON Schema. A control character is one of C0, DEL and C1.

extension Identifier: DescribedValue {
    package static var schema: Schema {
        let control = #"\u0000-\u001F\u007F-\u009F"#
        return .text([
            "minLength": 1, "maxLength": .integer(longest),
            "pattern": .text(#"^[^\s\#(control)]([^\#(control)]*[^\s\#(control)])?$"#),
        ])
    }

    package static var sample: Identifier { proved(Identifier("name")) }
}

extension Sentence: DescribedValue {
    package static var schema: Schema {
        .object([Schema.Property("key", .text()), Schema.Property("values", .map(.other([:])))])
    }

    package static var sample: Sentence { Sentence("list.comma") }
}

extension ChipUID: DescribedValue {
    package static var schema: Schema {
        .text([
            "pattern": "^[0-9A-Fa-f]{2}(([:-]?[0-9A-Fa-f]{2}){3}|([:-]?[0-9A-Fa-f]{2}){6,7}|([:-]?[0-9A-Fa-f]{2}){9})$",
            "examples": ["04A1B2C3D4E580"],
        ])
    }

    package static var sample: ChipUID { proved(ChipUID("04A1B2C3D4E580")) }
}

extension Timestamp: DescribedValue {
    package static var schema: Schema {
        .text([
            "format": "date-time",
            // The years that are the same everywhere on earth: see Timestamp.init(iso8601:).
            "pattern": #"^(197[1-9]|19[89]\d|[2-8]\d{3}|9[0-8]\d{2}|99[0-8]\d|999[0-8])-"#,
        ])
    }

    package static var sample: Timestamp { Timestamp(milliseconds: 0) }
}

extension KeyName: DescribedValue {
    package static var schema: Schema {
        .text(["pattern": #"^[\s\S]+:[0-9A-F]{6}$"#, "examples": ["bench-2026:A1B2C3"]])
    }
    package static var sample: KeyName { KeyName(identifier: "key", check: "000000") }
}

extension InvocationURL: DescribedValue {
    package static var schema: Schema { .text(["examples": ["https://example.com/store/1"]]) }
    package static var sample: InvocationURL { proved(try? InvocationURL("https://example.com/")) }
}

extension URLTemplate: DescribedValue {
    package static var schema: Schema { .text(["examples": ["https://example.com/store/{store}{?tag}"]]) }
    package static var sample: URLTemplate { proved(try? URLTemplate("https://example.com/store/{store}")) }
}

extension Coordinate: DescribedValue {
    package static var schema: Schema {
        .object([
            Schema.Property("latitude", .number(["minimum": -90, "maximum": 90])),
            Schema.Property("longitude", .number(["minimum": -180, "maximum": 180])),
        ])
    }

    package static var sample: Coordinate { proved(try? Coordinate(latitude: 1, longitude: 1)) }
}

extension ChainName: DescribedValue {
    package static var schema: Schema { .text(["pattern": "^[0-9a-f]{32}$"]) }
    package static var sample: ChainName { ChainName(bits: 0) }
}

extension Era: DescribedValue {
    package static var schema: Schema { .text(["pattern": "^[0-9a-f]{32}$"]) }
    package static var sample: Era { Era(bits: 0) }
}

extension JournalPoint: DescribedValue {
    package static var schema: Schema { .text(["pattern": "^[1-9][0-9]{0,18}:[0-9A-Fa-f]{64}$"]) }
    package static var sample: JournalPoint { JournalPoint(sequence: 1, digest: JournalEntry.beforeTheFirst) }
}

private func proved<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("a sample of \(Value.self) is refused by its own type") }
    return value
}
