public import Faults

/// How a URL names its store and tag: an RFC 6570 template of level 1 to 3 that can be read backwards.
///
/// For example `https://brighteggcafe.example/store/{store}{?placement,tag}`. Scheme and host are literal, so
/// that no value can lead elsewhere. Variables in `{?...}`, `{&...}` and `{;...}` may be absent; all others
/// need a value that is not empty. A template is refused unless the values can be read from its expansions in
/// exactly one way.
public struct URLTemplate: Sendable {
    package struct Query: Sendable, Equatable {
        package enum Item: Sendable, Equatable {
            /// `name=`, then literals and variables; or a literal without `=`.
            case fixed(name: [UInt8], value: TemplatePattern)
            /// The variables of `{?...}` or `{&...}`.
            case optional([String])
        }

        package var items: [Item] = []
    }

    /// The template as written.
    public let text: String
    /// The variables in the order of the template.
    public let variables: [String]
    /// Those that every expansion must have.
    public let requiredVariables: Set<String>

    /// Scheme, host and path.
    package let path: TemplatePattern
    package let query: Query?
    package let fragment: TemplatePattern?

    public init(_ text: String) throws(AppClipError) {
        var parser = TemplateParser(text)
        try parser.parse()
        self.text = text
        variables = parser.variables
        requiredVariables = parser.required
        path = parser.path
        query = parser.query
        fragment = parser.fragment
        try checkExample()
    }

    /// Literals must be fit for a URL too: try the template with plain values.
    private func checkExample() throws(AppClipError) {
        do {
            var values: [String: String] = [:]
            for variable in variables { values[variable] = "x" }
            _ = try InvocationURL(expand(values))
        } catch {
            throw TemplateParser.refusal(text, error.reason)
        }
    }
}

extension URLTemplate: Hashable, Codable, CustomStringConvertible {
    public static func == (left: Self, right: Self) -> Bool { left.text == right.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public var description: String { text }
}
