/// A sentence as its key in the tables of texts with the values of its places: it can be said in every language.
public struct Sentence: Hashable, Sendable, Codable {
    public let key: String
    public let values: [String: Value]

    /// The value of a place. `count` among the values chooses between singular and plural.
    public indirect enum Value: Hashable, Sendable {
        case text(String)
        case number(Int)
        /// `A, B and C`.
        case list([Value])
        /// `A, B, C`.
        case series([Value])
        case metres(Double)
        /// ISO 8601, without a time.
        case day(String)
        case sentence(Sentence)
    }

    package init(_ key: String, _ values: [String: Value] = [:]) {
        self.key = key
        self.values = values
    }

    /// Its key and those of the sentences in it.
    package var keys: Set<String> { values.values.reduce(into: [key]) { $0.formUnion($1.keys) } }
}

extension Sentence.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int) { self = .number(value) }

    fileprivate var keys: Set<String> {
        switch self {
        case .text, .number, .metres, .day: []
        case .list(let items), .series(let items): items.reduce(into: []) { $0.formUnion($1.keys) }
        case .sentence(let sentence): sentence.keys
        }
    }

    package static func list(_ texts: [String]) -> Self { .list(texts.map(Self.text)) }
    package static func series(_ texts: [String]) -> Self { .series(texts.map(Self.text)) }
}

/// In JSON texts and numbers are themselves and a list is an array; the others are objects.
extension Sentence.Value: Codable {
    private enum CodingKeys: String, CodingKey {
        case series
        case metres
        case day
        case key
        case values
    }

    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
            if let items = try container.decodeIfPresent([Self].self, forKey: .series) {
                self = .series(items)
            } else if let metres = try container.decodeIfPresent(Double.self, forKey: .metres) {
                self = .metres(metres)
            } else if let day = try container.decodeIfPresent(String.self, forKey: .day) {
                self = .day(day)
            } else {
                self = .sentence(try Sentence(from: decoder))
            }
            return
        }
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .list(try container.decode([Self].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text): try text.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .list(let items): try items.encode(to: encoder)
        case .series(let items):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(items, forKey: .series)
        case .metres(let metres):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(metres, forKey: .metres)
        case .day(let day):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(day, forKey: .day)
        case .sentence(let sentence): try sentence.encode(to: encoder)
        }
    }
}
