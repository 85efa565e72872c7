internal import TextCoding

/// A part of a URL template that is read from left to right: literals and variables in turn.
package struct TemplatePattern: Sendable, Equatable {
    package enum Piece: Sendable, Equatable {
        case literal([UInt8])
        /// One value that must be present. `keepsReserved`: the operators `+` and `#` (RFC 6570 3.2.3).
        case variable(String, keepsReserved: Bool)
        /// Path-style parameters, each of which may be absent (RFC 6570 3.2.7).
        case parameters([String])
    }

    package private(set) var pieces: [Piece] = []

    init(_ pieces: [Piece] = []) {
        append(pieces)
    }

    mutating func append(literal: some Collection<UInt8>) {
        if literal.isEmpty { return }
        if case .literal(let bytes) = pieces.last {
            pieces[pieces.count - 1] = .literal(bytes + literal)
        } else {
            pieces.append(.literal(Array(literal)))
        }
    }

    /// Neighbouring literals become one; an empty one is dropped.
    mutating func append(_ more: [Piece]) {
        for piece in more {
            if case .literal(let bytes) = piece { append(literal: bytes) } else { pieces.append(piece) }
        }
    }

    package var endsInReservedVariable: Bool {
        if case .variable(_, true) = pieces.last { true } else { false }
    }

    /// Why a value cannot be found again in an expansion, or nil when each can, in exactly one way.
    var ambiguity: String? {
        for (index, piece) in pieces.enumerated() {
            let following = pieces[(index + 1)...]
            switch piece {
            case .literal: continue
            case .variable(let name, let keepsReserved):
                if following.isEmpty { continue }
                if !Self.canEnd(keepsReserved: keepsReserved, before: following) {
                    return "nothing tells where the value of \(name) ends"
                }
            case .parameters(let names):
                if let next = following.first, !Self.beginsOutsideParameters(next) {
                    return "nothing tells where the parameters \(names.joined(separator: ", ")) end"
                }
            }
        }
        return nil
    }

    /// Values by name, or nil when the bytes are not an expansion of this pattern.
    func match(_ bytes: ArraySlice<UInt8>) -> [String: String]? {
        var values: [String: String] = [:]
        var rest = bytes
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .literal(let literal):
                guard rest.starts(with: literal) else { return nil }
                rest = rest.dropFirst(literal.count)
            case .variable(let name, let keepsReserved):
                let next = pieces.dropFirst(index + 1)
                guard let end = Self.endOfValue(in: rest, keepsReserved: keepsReserved, before: next),
                    let value = Self.decode(rest[..<end])
                else { return nil }
                values[name] = value
                rest = rest[end...]
            case .parameters(let names):
                let end = rest.firstIndex { !isParameterByte($0) } ?? rest.endIndex
                guard Self.readParameters(rest[..<end], names, into: &values) else { return nil }
                rest = rest[end...]
            }
        }
        return rest.isEmpty ? values : nil
    }

    /// The text that percent-encoded bytes encode; nil when it is empty or not UTF-8.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        bytes.isEmpty ? nil : String(validating: PercentCoding.decodeLeniently(bytes), as: UTF8.self)
    }

    private static func canEnd(keepsReserved: Bool, before following: ArraySlice<Piece>) -> Bool {
        switch following.first {
        case .literal(let literal):
            // A last literal has a known length; any other must hold a byte that no value can hold.
            if following.count == 1 { return true }
            return literal.contains { !isValueByte($0, keepsReserved: keepsReserved) }
        case .parameters: return !keepsReserved
        case .variable, nil: return false
        }
    }

    private static func beginsOutsideParameters(_ piece: Piece) -> Bool {
        guard case .literal(let literal) = piece, let first = literal.first else { return false }
        return !isParameterByte(first)
    }

    private static func endOfValue(
        in rest: ArraySlice<UInt8>, keepsReserved: Bool, before following: ArraySlice<Piece>
    ) -> Int? {
        let run = rest.firstIndex { !isValueByte($0, keepsReserved: keepsReserved) } ?? rest.endIndex
        guard case .literal(let literal) = following.first else {
            return following.isEmpty && run != rest.endIndex ? nil : run
        }
        // How much of the literal could be taken for the value's own text.
        let own = literal.firstIndex { !isValueByte($0, keepsReserved: keepsReserved) }
        let end = own.map { run - $0 } ?? rest.endIndex - literal.count
        return end >= rest.startIndex && end <= run ? end : nil
    }

    private static func readParameters(
        _ bytes: ArraySlice<UInt8>, _ names: [String], into values: inout [String: String]
    ) -> Bool {
        guard let first = bytes.first else { return true }
        guard first == UInt8(ascii: ";") else { return false }
        for parameter in bytes.dropFirst().split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        {
            let parts = parameter.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(decoding: parts[0], as: UTF8.self)
            guard names.contains(name), values[name] == nil else { return false }
            guard parts.count == 2 else {
                values[name] = ""
                continue
            }
            guard let value = decode(parts[1]) else { return false }
            values[name] = value
        }
        return true
    }

    private static func isValueByte(_ byte: UInt8, keepsReserved: Bool) -> Bool {
        ASCII.isUnreserved(byte) || byte == UInt8(ascii: "%") || keepsReserved && ASCII.isReserved(byte)
    }
}

private func isParameterByte(_ byte: UInt8) -> Bool {
    ASCII.isUnreserved(byte) || "%;=".utf8.contains(byte)
}
