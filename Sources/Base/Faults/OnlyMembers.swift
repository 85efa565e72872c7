internal import TextCoding

extension Decoder {
    /// The members of an object that has no others than these, for types of files that a person writes and that are
    /// read key by key. What is unknown is said before anything else: it is often why a needed key is missing.
    ///
    /// Types whose reading Swift makes are read as ``HandWritten``.
    public func onlyMembers<Key: CodingKey & CaseIterable>(_ keys: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let known = Key.allCases.map(\.stringValue)
        let unknown = try container(keyedBy: AnyMember.self).allKeys.map(\.stringValue).filter { !known.contains($0) }
        if let first = unknown.min() { throw DecodingError.unknownKey(first, among: known, at: codingPath) }
        return try container(keyedBy: Key.self)
    }
}

/// Any key of an object.
struct AnyMember: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

extension DecodingError {
    /// A key that its object does not have, with the one that was probably meant.
    static func unknownKey(_ key: String, among known: [String], at path: [any CodingKey]) -> DecodingError {
        let known = known.sorted()
        let guess = Spelling.nearest(to: key, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
        return .dataCorrupted(
            DecodingError.Context(
                codingPath: path,
                debugDescription: "the key \"\(key)\" is unknown; keys are: \(known.joined(separator: ", "))\(guess)"))
    }
}
