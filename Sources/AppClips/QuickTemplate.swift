/// A template in a form in which it finds the variables `store` and `tag` of very many URLs.
public struct QuickTemplate: Sendable {
    /// Where the values of two variables stand in a URL that the template made.
    public struct Fields: Sendable, Equatable {
        public fileprivate(set) var store: Range<Int>?
        public fileprivate(set) var tag: Range<Int>?

        public init() {}
    }

    fileprivate enum Role: UInt8 {
        case store
        case tag
        case other

        init(_ name: String) { self = name == "store" ? .store : name == "tag" ? .tag : .other }
    }

    /// Literal bytes, or a variable.
    private struct Piece {
        var literal = 0..<0
        var variable: Role?
    }

    private struct Name {
        let text: Range<Int>
        let role: Role
    }

    /// All literals and names one after another.
    private var texts: [UInt8] = []
    private var path: [Piece] = []
    private var names: [Name] = []
    private let takesQuery: Bool

    /// Nil when its variables cannot be found without decoding anything: then `URLTemplate.recover` must look.
    public init?(_ template: URLTemplate) {
        guard template.fragment == nil, template.query?.isOptional ?? true else { return nil }
        takesQuery = template.query != nil
        let pieces = template.path.pieces
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .literal(let literal): path.append(Piece(literal: add(literal)))
            case .variable(let name, keepsReserved: false):
                // The value must end where no value can go on.
                if index + 1 < pieces.count {
                    guard case .literal(let next) = pieces[index + 1], let first = next.first,
                        !ASCII.isUnreserved(first), first != UInt8(ascii: "%")
                    else { return nil }
                }
                path.append(Piece(variable: Role(name)))
            case .variable, .parameters: return nil
            }
        }
        for case .optional(let more) in template.query?.items ?? [] {
            for name in more { names.append(Name(text: add(Array(name.utf8)), role: Role(name))) }
        }
        // Whole words can be read behind the last one.
        texts += repeatElement(0, count: 8)
        // One bit for each.
        guard names.count <= 64 else { return nil }
    }

    private mutating func add(_ text: [UInt8]) -> Range<Int> {
        texts += text
        return (texts.count - text.count)..<texts.count
    }

    /// The bytes with which all its URLs begin.
    var prefix: [UInt8] { path.first.map { Array(texts[$0.literal]) } ?? [] }

    /// Where the variables `store` and `tag` stand in part of a buffer. Nil says nothing: then `URLTemplate.recover` must
    /// look. What is found is what `recover` would find. `knowsPrefix`: the URL is known to begin with the prefix.
    public func fields(in bytes: Span<UInt8>, _ url: Range<Int>, knowsPrefix: Bool = false) -> Fields? {
        var fields = Fields()
        var position = url.lowerBound + (knowsPrefix ? path[0].literal.count : 0)
        for index in (knowsPrefix ? 1 : 0)..<path.count {
            guard let role = path[index].variable else {
                let literal = path[index].literal
                guard url.upperBound - position >= literal.count,
                    ByteRun.isEqual(texts.span, literal, bytes, at: position)
                else { return nil }
                position += literal.count
                continue
            }
            let end = ByteRun.endOfUnreserved(bytes, position..<url.upperBound)
            guard end > position else { return nil }
            fields.set(role, position..<end)
            position = end
        }
        if position == url.upperBound { return fields }
        guard takesQuery, bytes[position] == UInt8(ascii: "?") else { return nil }
        return read(bytes, (position + 1)..<url.upperBound, into: &fields) ? fields : nil
    }

    /// Reads `name=value&name=value`; false when anything is to be decoded, unknown, or there twice.
    private func read(_ bytes: Span<UInt8>, _ query: Range<Int>, into fields: inout Fields) -> Bool {
        var seen: UInt64 = 0
        var position = query.lowerBound
        while true {
            let equals = ByteRun.endOfUnreserved(bytes, position..<query.upperBound)
            guard equals < query.upperBound, bytes[equals] == UInt8(ascii: "="),
                let number = number(of: bytes, position..<equals), seen & 1 << UInt64(number) == 0
            else { return false }
            seen |= 1 << UInt64(number)
            let end = ByteRun.endOfUnreserved(bytes, (equals + 1)..<query.upperBound)
            fields.set(names[number].role, (equals + 1)..<end)
            if end == query.upperBound { return true }
            guard bytes[end] == UInt8(ascii: "&") else { return false }
            position = end + 1
        }
    }

    private func number(of bytes: Span<UInt8>, _ name: Range<Int>) -> Int? {
        for number in names.indices {
            let text = names[number].text
            if text.count == name.count, ByteRun.isEqual(texts.span, text, bytes, at: name.lowerBound) {
                return number
            }
        }
        return nil
    }
}

extension QuickTemplate.Fields {
    @inline(__always)
    fileprivate mutating func set(_ role: QuickTemplate.Role, _ range: Range<Int>) {
        switch role {
        case .store: store = range
        case .tag: tag = range
        case .other: break
        }
    }
}

extension URLTemplate.Query {
    fileprivate var isOptional: Bool {
        items.allSatisfy { if case .optional = $0 { true } else { false } }
    }
}
