internal import TextCoding

/// A pattern of a site association's `applinks`: `*` matches any run of characters, `?` one, `$(name)` a substitution
/// variable.
///
/// See: Bundle Resources, "applinks.Details.Components", and Technote 3155.
struct LinkPattern: Sendable, Hashable {
    private indirect enum Token: Sendable, Hashable {
        case byte(UInt8)
        case one
        case run
        /// One of Apple's classes: `$(digit)`.
        case oneOf(CharacterClass)
        case anyOf([[Token]])
    }

    private enum CharacterClass: String, Sendable {
        case alpha, upper, lower, alnum, digit, xdigit

        func holds(_ byte: UInt8) -> Bool {
            switch self {
            case .alpha: ASCII.isLetter(byte)
            case .upper: ASCII.isLetter(byte) && byte < 0x60
            case .lower: ASCII.isLetter(byte) && byte > 0x60
            case .alnum: ASCII.isLetter(byte) || ASCII.isDigit(byte)
            case .digit: ASCII.isDigit(byte)
            case .xdigit: Hexadecimal.value(byte) != nil
            }
        }
    }

    private let tokens: [Token]

    /// A variable that is not defined matches nothing. The values of `variables` may have wildcards, and no variables.
    init(_ text: String, variables: [String: [String]] = [:]) {
        var tokens: [Token] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "("),
                let end = rest.firstIndex(of: UInt8(ascii: ")"))
            {
                tokens.append(
                    Self.variable(String(decoding: rest[rest.startIndex + 1..<end], as: UTF8.self), variables))
                rest = rest[(end + 1)...]
                continue
            }
            switch byte {
            case UInt8(ascii: "*"): tokens.append(.run)
            case UInt8(ascii: "?"): tokens.append(.one)
            default: tokens.append(.byte(byte))
            }
        }
        self.tokens = tokens
    }

    /// The two-letter codes of languages and regions are taken for any two letters.
    private static func variable(_ name: String, _ variables: [String: [String]]) -> Token {
        if let values = variables[name] { return .anyOf(values.map { LinkPattern($0).tokens }) }
        if let known = CharacterClass(rawValue: name) { return .oneOf(known) }
        return .anyOf(name == "lang" || name == "region" ? [[.oneOf(.alpha), .oneOf(.alpha)]] : [])
    }

    /// Whether all of the text matches. Takes time in proportion to both lengths.
    func matches(_ text: [UInt8], isCaseSensitive: Bool = true) -> Bool {
        Self.ends(tokens[...], in: text, from: [0], isCaseSensitive).contains(text.count)
    }

    /// Where the tokens can end that begin at one of `starts`.
    private static func ends(
        _ tokens: ArraySlice<Token>, in text: [UInt8], from starts: Set<Int>, _ isCaseSensitive: Bool
    ) -> Set<Int> {
        var places = starts
        func advance(_ isWanted: (UInt8) -> Bool) {
            places = Set(places.filter { $0 < text.count && isWanted(text[$0]) }.map { $0 + 1 })
        }
        for token in tokens {
            guard let first = places.min() else { return [] }
            switch token {
            case .byte(let byte):
                advance { $0 == byte || !isCaseSensitive && ASCII.lowercased($0) == ASCII.lowercased(byte) }
            case .one: advance { _ in true }
            case .run: places = Set(first...text.count)
            case .oneOf(let known): advance(known.holds)
            case .anyOf(let choices):
                places = choices.reduce(into: []) {
                    $0.formUnion(ends($1[...], in: text, from: places, isCaseSensitive))
                }
            }
        }
        return places
    }
}
