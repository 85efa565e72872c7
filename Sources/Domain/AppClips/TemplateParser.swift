internal import Faults
internal import TextCoding

/// Reads a URL template and refuses what cannot be read backwards. Grammar: RFC 6570 section 2.
struct TemplateParser {
    private enum Part {
        case path
        case query
        case fragment
    }

    private let text: String
    private(set) var variables: [String] = []
    private(set) var required: Set<String> = []
    private(set) var path = TemplatePattern()
    private(set) var query: URLTemplate.Query?
    private(set) var fragment: TemplatePattern?

    private var part = Part.path
    /// The query item that is being read; nil after `{?...}` or `{&...}`.
    private var item: TemplatePattern?

    init(_ text: String) {
        self.text = text
    }

    mutating func parse() throws(AppClipError) {
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "{"):
                guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else {
                    throw refusal("a { is not closed")
                }
                try readExpression(String(decoding: rest[..<close], as: UTF8.self))
                rest = rest[(close + 1)...]
            case UInt8(ascii: "}"): throw refusal("a } has no { before it")
            default: try readCarried(byte)
            }
        }
        if part == .query { try endItem() }
        try check()
    }

    /// Expansions have a character outside ASCII in the form that URLs carry: see `InvocationURL.carried`.
    private mutating func readCarried(_ byte: UInt8) throws(AppClipError) {
        guard byte >= 0x80 else { return try readLiteral(byte) }
        if part == .path, case .literal(let start)? = path.pieces.first, path.pieces.count == 1,
            start.count(where: { $0 == UInt8(ascii: "/") }) < 3
        {
            throw refusal(
                "its host has characters outside ASCII: write the host in its ASCII form, which begins with xn--")
        }
        for triplet in PercentCoding.carried([byte]) { try readLiteral(triplet) }
    }

    private mutating func readLiteral(_ byte: UInt8) throws(AppClipError) {
        switch (part, byte) {
        case (.path, UInt8(ascii: "?")):
            part = .query
            query = URLTemplate.Query()
            item = TemplatePattern()
        case (.path, UInt8(ascii: "#")), (.query, UInt8(ascii: "#")):
            if part == .query { try endItem() }
            part = .fragment
            fragment = TemplatePattern()
        case (.query, UInt8(ascii: "&")):
            if case .optional = query?.items.first {
                throw refusal("text follows {?...}: put it before, with {&...}")
            }
            try endItem()
            item = TemplatePattern()
        case (.path, _): path.append(literal: [byte])
        case (.query, _):
            guard item != nil else { throw refusal("text follows {?...} or {&...}: put it before") }
            item?.append(literal: [byte])
        case (.fragment, _): fragment?.append(literal: [byte])
        }
    }

    private mutating func readExpression(_ expression: String) throws(AppClipError) {
        let operators = "+#./;?&"
        let reservedOperators = "=,!@|"
        let first = expression.first.map(String.init) ?? ""
        guard !first.isEmpty else { throw refusal("{} names no variable") }
        if reservedOperators.contains(first) {
            throw refusal("{\(expression)} has the operator \(first), which RFC 6570 reserves")
        }
        let symbol = operators.contains(first) ? first : ""
        let names = try readNames(expression.dropFirst(symbol.count))
        switch (part, symbol) {
        case (.path, "?"):
            part = .query
            query = URLTemplate.Query(items: [.optional(names)])
        case (.query, "&"):
            try endItem()
            if case .optional = query?.items.first {
                throw refusal("{&...} follows {?...}: put all variables into one {?...}")
            }
            query?.items.append(.optional(names))
        case (.path, "#"), (.query, "#"):
            if part == .query { try endItem() }
            part = .fragment
            fragment = TemplatePattern(pieces(names, between: ",", keepsReserved: true))
        case (.path, ""): path.append(pieces(names, between: ","))
        case (.path, "+"): path.append(pieces(names, between: ",", keepsReserved: true))
        case (.path, "."), (.path, "/"):
            path.append(literal: symbol.utf8)
            path.append(pieces(names, between: symbol))
        case (.path, ";"): path.append([.parameters(names)])
        case (.query, ""):
            guard var pattern = item else { throw refusal("a variable follows {?...} or {&...}") }
            pattern.append(pieces(names, between: ","))
            item = pattern
        default: throw refusal("{\(expression)} cannot be read backwards at this place")
        }
    }

    /// The variables of one expression with the separators between them.
    private mutating func pieces(
        _ names: [String], between separator: String, keepsReserved: Bool = false
    ) -> [TemplatePattern.Piece] {
        required.formUnion(names)
        let variables = names.map { [TemplatePattern.Piece.variable($0, keepsReserved: keepsReserved)] }
        return Array(variables.joined(separator: [.literal(Array(separator.utf8))]))
    }

    private mutating func readNames(_ list: Substring) throws(AppClipError) -> [String] {
        let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for name in names {
            if name.contains("*") || name.contains(":") {
                throw refusal("{\(name)} is of level 4; levels 1 to 3 are supported")
            }
            // RFC 6570 2.3, without percent-encoded names, which users do not type.
            let known = name.utf8.allSatisfy {
                ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
            }
            guard known, !name.isEmpty, !name.hasPrefix("."), !name.hasSuffix("."), !name.contains("..")
            else {
                throw refusal("\"\(name)\" is not a variable name")
            }
            guard !variables.contains(name) else { throw refusal("the variable \(name) appears twice") }
            variables.append(name)
        }
        return names
    }

    /// Takes the query item that is complete into the query.
    private mutating func endItem() throws(AppClipError) {
        guard let pattern = item else { return }
        item = nil
        guard case .literal(let literal) = pattern.pieces.first else {
            throw refusal(
                pattern.pieces.isEmpty
                    ? "a parameter of the query is empty" : "a parameter of the query has no fixed name")
        }
        let equals = literal.firstIndex(of: UInt8(ascii: "="))
        guard equals != nil || pattern.pieces.count == 1 else {
            throw refusal("a parameter of the query has no fixed name")
        }
        var value = TemplatePattern()
        value.append(literal: equals.map { literal[$0...] } ?? [])
        value.append(Array(pattern.pieces.dropFirst()))
        query?.items.append(.fixed(name: Array(literal[..<(equals ?? literal.endIndex)]), value: value))
    }

    private func check() throws(AppClipError) {
        guard case .literal(let start) = path.pieces.first,
            let scheme = ["https://", "http://"].first(where: { start.starts(with: $0.utf8) }),
            let host = start.dropFirst(scheme.utf8.count).first, host != UInt8(ascii: "/")
        else { throw refusal("it does not begin with https:// and a host") }
        guard start.dropFirst(scheme.utf8.count).contains(UInt8(ascii: "/")) || path.pieces.count == 1 else {
            throw refusal("a variable can change its host")
        }
        if path.endsInReservedVariable, query != nil || fragment != nil {
            throw refusal("nothing tells where the path ends")
        }
        var names: Set<[UInt8]> = []
        for item in query?.items ?? [] {
            let added: [[UInt8]]
            switch item {
            case .fixed(let name, let value):
                added = [name]
                if let ambiguity = value.ambiguity { throw refusal(ambiguity) }
            case .optional(let variables): added = variables.map { Array($0.utf8) }
            }
            for name in added where !names.insert(name).inserted {
                throw refusal("the query has the parameter \(String(decoding: name, as: UTF8.self)) twice")
            }
        }
        for pattern in [path, fragment] {
            if let ambiguity = pattern?.ambiguity { throw refusal(ambiguity) }
        }
    }

    private func refusal(_ reason: String) -> AppClipError {
        Self.refusal(text, reason)
    }

    static func refusal(_ template: String, _ reason: String) -> AppClipError {
        AppClipError(
            code: .template, message: "the URL template \(template) is refused", reason: reason,
            next: "write it like https://example.com/store/{store}{?placement,tag}")
    }
}
