extension URLTemplate {
    /// Where the values of two variables stand in a URL that the template made.
    public struct Fields: Sendable, Equatable {
        public var store: Range<Int>?
        public var tag: Range<Int>?

        public init() {}
    }

    /// Where the variables `store` and `tag` stand in part of a buffer, when they can be read without decoding
    /// anything. Nil says nothing: then `recover` must look. What is found is what `recover` would find.
    public func fields(in bytes: Span<UInt8>, _ url: Range<Int>) -> Fields? {
        guard fragment == nil else { return nil }
        var fields = Fields()
        var position = url.lowerBound
        for (index, piece) in path.pieces.enumerated() {
            switch piece {
            case .literal(let literal):
                guard url.upperBound - position >= literal.count else { return nil }
                for byte in literal {
                    guard bytes[position] == byte else { return nil }
                    position += 1
                }
            case .variable(let name, keepsReserved: false):
                // The value must end where no value can go on.
                if index + 1 < path.pieces.count {
                    guard case .literal(let next) = path.pieces[index + 1], let first = next.first,
                        !ASCII.isUnreserved(first), first != UInt8(ascii: "%")
                    else { return nil }
                }
                let start = position
                while position < url.upperBound, ASCII.isUnreserved(bytes[position]) { position += 1 }
                guard position > start else { return nil }
                fields.set(name, start..<position)
            case .variable, .parameters: return nil
            }
        }
        if position == url.upperBound { return query.map(\.isOptional) ?? true ? fields : nil }
        guard bytes[position] == UInt8(ascii: "?"), let query, query.isOptional else { return nil }
        return query.read(bytes, (position + 1)..<url.upperBound, into: &fields) ? fields : nil
    }
}

extension URLTemplate.Fields {
    fileprivate mutating func set(_ name: String, _ range: Range<Int>) {
        if name == "store" { store = range } else if name == "tag" { tag = range }
    }
}

extension URLTemplate.Query {
    fileprivate var isOptional: Bool {
        items.allSatisfy { if case .optional = $0 { true } else { false } }
    }

    /// Reads `name=value&name=value`; false when anything is to be decoded, unknown, or there twice.
    fileprivate func read(_ bytes: Span<UInt8>, _ range: Range<Int>, into fields: inout URLTemplate.Fields) -> Bool {
        var seen: UInt64 = 0
        var position = range.lowerBound
        while true {
            let start = position
            while position < range.upperBound, ASCII.isUnreserved(bytes[position]) { position += 1 }
            guard position < range.upperBound, bytes[position] == UInt8(ascii: "="),
                let (name, number) = variable(bytes, start..<position), number < 64, seen & 1 << number == 0
            else { return false }
            seen |= 1 << number
            position += 1
            let value = position
            while position < range.upperBound, ASCII.isUnreserved(bytes[position]) { position += 1 }
            fields.set(name, value..<position)
            if position == range.upperBound { return true }
            guard bytes[position] == UInt8(ascii: "&") else { return false }
            position += 1
        }
    }

    /// The variable of this name, and its number among those of the query.
    private func variable(_ bytes: Span<UInt8>, _ range: Range<Int>) -> (String, Int)? {
        var number = 0
        for case .optional(let names) in items {
            for name in names {
                if name.utf8.count == range.count, zip(name.utf8, range).allSatisfy({ $0 == bytes[$1] }) {
                    return (name, number)
                }
                number += 1
            }
        }
        return nil
    }
}
