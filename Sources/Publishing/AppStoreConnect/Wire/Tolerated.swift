/// A value of App Store Connect: one that this version knows, or one that came later and is kept unchanged.
package enum Tolerated<Known>: Sendable, Hashable, Codable, CustomStringConvertible
where Known: RawRepresentable<String> & Sendable & Hashable {
    case known(Known)
    case other(String)

    package init(_ text: String) { self = Known(rawValue: text).map { .known($0) } ?? .other(text) }

    package var text: String {
        switch self {
        case .known(let known): known.rawValue
        case .other(let text): text
        }
    }

    package var description: String { text }

    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
