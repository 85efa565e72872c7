/// A decoder that has no data: it hands out values that the type accepts, and notes what it was asked for.
///
/// A key that is asked for only if it is there (`decodeIfPresent`) is an optional property.
final class SchemaProbe: Decoder {
    let book: SchemaBook
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    private var properties: [Schema.Property] = []
    /// Set by anything but an object with keys of its own.
    private var other: Schema?

    init(_ book: SchemaBook) {
        self.book = book
    }

    var schema: Schema { other ?? .object(properties) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>(probe: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(probe: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { Single(probe: self) }

    private func note(_ key: any CodingKey, _ schema: Schema, isRequired: Bool) {
        guard !properties.contains(where: { $0.name == key.stringValue }) else { return }
        properties.append(
            Schema.Property(key.stringValue, isRequired ? schema : .optional(schema), isRequired: isRequired))
    }

    /// Nested containers are asked for by hand-written decoders only, which are ``DescribedValue``s.
    private static var nested: SchemaError {
        SchemaError(type: "a type with nested containers", reason: "its schema has to be given by hand")
    }

    private final class Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        private let probe: SchemaProbe
        private var optional: Set<String> = []
        let codingPath: [any CodingKey] = []

        init(probe: SchemaProbe) {
            self.probe = probe
        }

        /// Asked by dictionaries: any name will do.
        var allKeys: [Key] {
            let key = Key(stringValue: "name")
            return key.map { [$0] } ?? []
        }

        func contains(_ key: Key) -> Bool { true }

        func decodeNil(forKey key: Key) -> Bool {
            optional.insert(key.stringValue)
            return false
        }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            let (value, schema) = try probe.book.describe(type)
            if String(describing: Key.self) == "_DictionaryCodingKey" {
                probe.other = .map(schema)
            } else {
                probe.note(key, schema, isRequired: !optional.contains(key.stringValue))
            }
            return value
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> { throw SchemaProbe.nested }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw SchemaProbe.nested }
        func superDecoder() throws -> any Decoder { throw SchemaProbe.nested }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw SchemaProbe.nested }
    }

    /// One element, and then the end.
    private struct Unkeyed: UnkeyedDecodingContainer {
        let probe: SchemaProbe
        let codingPath: [any CodingKey] = []
        var count: Int? { 1 }
        var isAtEnd: Bool { currentIndex > 0 }
        private(set) var currentIndex = 0

        init(probe: SchemaProbe) {
            self.probe = probe
        }

        func decodeNil() -> Bool { false }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            currentIndex += 1
            let (value, schema) = try probe.book.describe(type)
            probe.other = .list(schema)
            return value
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type
        ) throws -> KeyedDecodingContainer<NestedKey> { throw SchemaProbe.nested }

        func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw SchemaProbe.nested }
        func superDecoder() throws -> any Decoder { throw SchemaProbe.nested }
    }

    private struct Single: SingleValueDecodingContainer {
        let probe: SchemaProbe
        let codingPath: [any CodingKey] = []

        init(probe: SchemaProbe) {
            self.probe = probe
        }

        func decodeNil() -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let (value, schema) = try probe.book.describe(type)
            probe.other = schema
            return value
        }
    }
}
