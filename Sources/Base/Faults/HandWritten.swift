/// A value of a file that a person wrote. A key that its type does not read is refused, at every level: it would be a
/// setting without effect. Where programs send the same type, it takes the keys of later versions.
///
/// For types of texts, numbers, lists and dictionaries: dates, data and URLs have forms that their decoder alone knows.
public struct HandWritten<Value: Decodable>: Decodable {
    public let value: Value

    public init(from decoder: any Decoder) throws {
        let keys = KeysRead()
        value = try Value(from: WatchedDecoder(base: decoder, keys: keys))
        try keys.refuseOthers(of: decoder)
    }
}

extension HandWritten: Sendable where Value: Sendable {}

/// The keys of one object that its type has asked for.
private final class KeysRead {
    var names: Set<String> = []
    /// Whether the value is read as an object at all.
    var areOfObject = false
    /// Whether the type takes any key, as a dictionary does.
    var areAllRead = false

    func refuseOthers(of decoder: any Decoder) throws {
        guard areOfObject, !areAllRead else { return }
        let all = try decoder.container(keyedBy: AnyMember.self).allKeys.map(\.stringValue)
        guard let unknown = all.filter({ !names.contains($0) }).min() else { return }
        throw DecodingError.unknownKey(unknown, among: Array(names), at: decoder.codingPath)
    }
}

private struct WatchedDecoder: Decoder {
    let base: any Decoder
    let keys: KeysRead

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        keys.areOfObject = true
        return KeyedDecodingContainer(WatchedMembers(base: try base.container(keyedBy: type), keys: keys))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        WatchedElements(base: try base.unkeyedContainer())
    }

    /// A single value has no keys.
    func singleValueContainer() throws -> any SingleValueDecodingContainer { try base.singleValueContainer() }
}

private struct WatchedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let keys: KeysRead

    var codingPath: [any CodingKey] { base.codingPath }

    var allKeys: [Key] {
        keys.areAllRead = true
        return base.allKeys
    }

    private func read(_ key: Key) -> Key {
        keys.names.insert(key.stringValue)
        return key
    }

    func contains(_ key: Key) -> Bool { base.contains(read(key)) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: read(key)) }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try base.decode(type, forKey: read(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try base.decode(type, forKey: read(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try base.decode(type, forKey: read(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try base.decode(type, forKey: read(key)) }

    func decode<Member: Decodable>(_ type: Member.Type, forKey key: Key) throws -> Member {
        try base.decode(HandWritten<Member>.self, forKey: read(key)).value
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try base.nestedContainer(keyedBy: type, forKey: read(key))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try base.nestedUnkeyedContainer(forKey: read(key))
    }

    func superDecoder() throws -> any Decoder { try base.superDecoder() }
    func superDecoder(forKey key: Key) throws -> any Decoder { try base.superDecoder(forKey: read(key)) }
}

private struct WatchedElements: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try base.decode(type) }
    mutating func decode(_ type: String.Type) throws -> String { try base.decode(type) }
    mutating func decode(_ type: Double.Type) throws -> Double { try base.decode(type) }
    mutating func decode(_ type: Float.Type) throws -> Float { try base.decode(type) }
    mutating func decode(_ type: Int.Type) throws -> Int { try base.decode(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try base.decode(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try base.decode(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try base.decode(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try base.decode(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try base.decode(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try base.decode(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try base.decode(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try base.decode(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try base.decode(type) }

    mutating func decode<Element: Decodable>(_ type: Element.Type) throws -> Element {
        try base.decode(HandWritten<Element>.self).value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try base.nestedContainer(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try base.nestedUnkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try base.superDecoder() }
}
