/// Where in a JSON text something is.
public struct JSONPlace: Sendable, Equatable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    /// In characters (Unicode scalars), counted from 1.
    public let column: Int

    public var description: String { "line \(line), column \(column)" }

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The same place in a text in which this one's text begins at `start`.
    public func inText(from start: JSONPlace) -> JSONPlace {
        JSONPlace(line: start.line + line - 1, column: line == 1 ? start.column + column - 1 : column)
    }

    init(of index: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(index)
        line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // Bytes that continue a scalar do not count.
        column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
    }
}

extension DecodingError {
    /// What is wrong with a JSON text and where, in words that complete "the file is refused: ":
    /// `line 3, column 14: files.stores: Expected to decode String but found number instead.`
    public func explanation(in json: [UInt8]) -> String {
        let (place, reason) = fault(in: json)
        return place.map { "\($0): \(reason)" } ?? reason
    }

    /// The same with the place on its own, for a text that is a part of another one. The place is nil where the text has
    /// nothing of the path that the error names.
    public func fault(in json: [UInt8]) -> (place: JSONPlace?, reason: String) {
        var scanner = JSONScanner(json)
        if let failure = scanner.firstFailure() { return (JSONPlace(of: failure.index, in: json), failure.reason) }
        let (path, reason): ([any CodingKey], String)
        switch self {
        case .keyNotFound(let key, let context):
            (path, reason) = (context.codingPath, "the key \"\(key.stringValue)\" is missing")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (path, reason) = (context.codingPath, context.debugDescription)
        @unknown default: (path, reason) = ([], "it does not have the expected form")
        }
        let place = scanner.place(of: path).map { JSONPlace(of: $0, in: json) }
        let name = path.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: ".")
        return (place, name.isEmpty ? reason : "\(name): \(reason)")
    }
}
