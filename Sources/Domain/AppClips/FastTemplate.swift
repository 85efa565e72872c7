internal import TextCoding

/// A template in a form in which it finds the variables `store` and `tag` of very many URLs.
public struct FastTemplate: Sendable {
    /// The positions of the values of two variables in a URL that the template made.
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
        /// With the equals sign.
        let text: Range<Int>
        let role: Role
    }

    /// All literals and names one after another.
    private var texts: [UInt8] = []
    private var path: [Piece] = []
    private var names: [Name] = []
    private let isOnly: Bool

    /// Nil when its variables cannot be found without decoding anything: then `URLTemplate.reading` must look.
    ///
    /// `isOnly`: it is the only template. Then query parameters that it does not have are ignored here, too; among
    /// several another one may have them.
    public init?(_ template: URLTemplate, isOnly: Bool) {
        guard template.fragment == nil, template.query?.isOptional ?? true else { return nil }
        self.isOnly = isOnly
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
            for name in more { names.append(Name(text: add(Array(name.utf8) + [0x3D]), role: Role(name))) }
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

    /// Whether all its URLs have the prefix as their path, and differ in their queries alone.
    var hasOnePath: Bool { path.count == 1 && path[0].variable == nil }

    /// Whether its path after the prefix has nothing that Apple leaves open, wherever `fields` finds something.
    var goesOnPlainly: Bool {
        path.dropFirst().allSatisfy { piece in
            piece.variable != nil || FastURLParts.isPath(texts.span, piece.literal)
        }
    }

    /// The positions of the variables `store` and `tag` in part of a buffer. On nil, call `URLTemplate.reading`, which
    /// may still find them. A result is the same as its result.
    public func fields(in bytes: Span<UInt8>, _ url: Range<Int>) -> Fields? {
        beginsLikeThis(bytes, url) ? fieldsBehindPrefix(in: bytes, url) : nil
    }

    /// Whether a URL in part of a buffer begins with the prefix.
    @inline(__always)
    func beginsLikeThis(_ bytes: Span<UInt8>, _ url: Range<Int>) -> Bool {
        guard let first = path.first, first.variable == nil else { return true }
        return url.count >= first.literal.count
            && ByteRun.isEqual(texts.span, first.literal, bytes, at: url.lowerBound)
    }

    /// The same as `fields` for a URL that is known to begin with the prefix.
    @inline(__always)
    func fieldsBehindPrefix(in bytes: Span<UInt8>, _ url: Range<Int>) -> Fields? {
        var fields = Fields()
        var position = url.lowerBound
        for (index, piece) in path.enumerated() {
            guard let role = piece.variable else {
                guard
                    index == 0
                        || url.upperBound - position >= piece.literal.count
                            && ByteRun.isEqual(texts.span, piece.literal, bytes, at: position)
                else { return nil }
                position += piece.literal.count
                continue
            }
            let end = ByteRun.endOfUnreserved(bytes, position..<url.upperBound)
            // A segment that begins with a dot may mean another path.
            guard end > position, bytes[position] != UInt8(ascii: ".") else { return nil }
            fields.set(role, position..<end)
            position = end
        }
        if position == url.upperBound { return fields }
        guard bytes[position] == UInt8(ascii: "?"), position + 1 < url.upperBound else { return nil }
        return read(bytes, (position + 1)..<url.upperBound, into: &fields) ? fields : nil
    }

    /// Reads `name=value&name=value`; false when anything is to be decoded, there twice, or unknown and not to be ignored.
    private func read(_ bytes: Span<UInt8>, _ query: Range<Int>, into fields: inout Fields) -> Bool {
        var seen: UInt64 = 0
        var position = query.lowerBound
        while true {
            let start: Int
            let role: Role
            if let number = number(of: bytes, position..<query.upperBound) {
                guard seen & 1 << UInt64(number) == 0 else { return false }
                seen |= 1 << UInt64(number)
                start = position + names[number].text.count
                role = names[number].role
            } else {
                let equals = ByteRun.endOfUnreserved(bytes, position..<query.upperBound)
                guard isOnly, equals > position, equals < query.upperBound, bytes[equals] == UInt8(ascii: "=") else {
                    return false
                }
                start = equals + 1
                role = .other
            }
            let end = ByteRun.endOfUnreserved(bytes, start..<query.upperBound)
            fields.set(role, start..<end)
            if end == query.upperBound { return true }
            guard bytes[end] == UInt8(ascii: "&") else { return false }
            position = end + 1
        }
    }

    /// Which name a query begins with.
    @inline(__always)
    private func number(of bytes: Span<UInt8>, _ query: Range<Int>) -> Int? {
        for number in names.indices {
            let text = names[number].text
            if text.count <= query.count, ByteRun.isEqual(texts.span, text, bytes, at: query.lowerBound) {
                return number
            }
        }
        return nil
    }
}

extension FastTemplate.Fields {
    @inline(__always)
    fileprivate mutating func set(_ role: FastTemplate.Role, _ range: Range<Int>) {
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
