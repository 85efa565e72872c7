/// Finds places in a JSON text (RFC 8259); what the values are is a decoder's business.
struct JSONScanner {
    struct Failure: Error {
        let index: Int
        /// In words that complete "line 3, column 14: ".
        let reason: String
    }

    /// Deeper than what people write by hand, and less than what the stack holds.
    private static let depthLimit = 500

    private let bytes: [UInt8]
    private var index = 0
    /// Where the value of the path begins that is looked for.
    private var found: Int?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The first place where the text is not JSON.
    mutating func firstFailure() -> Failure? {
        do throws(Failure) {
            try read([])
            return nil
        } catch {
            return error
        }
    }

    /// Where the value with this path begins; nil when there is none.
    mutating func place(of path: [any CodingKey]) -> Int? {
        found = nil
        try? read(path)
        return found
    }

    private mutating func read(_ path: [any CodingKey]) throws(Failure) {
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        try value(path[...], depth: 0)
        skipSpace()
        if index < bytes.count { throw fail("there is more text after the end of the value") }
    }

    /// Reads a value. `path` leads from it to the value that is looked for; nil when that is elsewhere.
    private mutating func value(_ path: ArraySlice<any CodingKey>?, depth: Int) throws(Failure) {
        skipSpace()
        guard depth <= Self.depthLimit else { throw fail("it is nested too deeply") }
        if path?.isEmpty == true { found = index }
        guard let byte = next else { throw fail("the text ends where a value should be") }
        switch byte {
        case UInt8(ascii: "{"): try object(path, depth)
        case UInt8(ascii: "["): try list(path, depth)
        case UInt8(ascii: "\""): _ = try text()
        case UInt8(ascii: "-"), 0x30...0x39: number()
        default:
            for word in ["true", "false", "null"] where bytes[index...].starts(with: word.utf8) {
                index += word.utf8.count
                return
            }
            throw fail("a value should be here, and \(told) is not the beginning of one")
        }
    }

    private mutating func object(_ path: ArraySlice<any CodingKey>?, _ depth: Int) throws(Failure) {
        index += 1
        skipSpace()
        if take("}") { return }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else {
                throw fail("a key in double quotes should be here, not \(told)")
            }
            let key = try text()
            skipSpace()
            guard take(":") else { throw fail("a colon should follow the key, not \(told)") }
            let isOnPath = path?.first.map { $0.intValue == nil && $0.stringValue == key } ?? false
            try value(isOnPath ? path?.dropFirst() : nil, depth: depth + 1)
            skipSpace()
            if take("}") { return }
            guard take(",") else { throw fail("a comma or } should be here, not \(told)") }
        }
    }

    private mutating func list(_ path: ArraySlice<any CodingKey>?, _ depth: Int) throws(Failure) {
        index += 1
        skipSpace()
        if take("]") { return }
        var number = 0
        while true {
            let isOnPath = path?.first?.intValue == number
            try value(isOnPath ? path?.dropFirst() : nil, depth: depth + 1)
            number += 1
            skipSpace()
            if take("]") { return }
            guard take(",") else { throw fail("a comma or ] should be here, not \(told)") }
        }
    }

    /// A text; escapes in it are left as they are, for keys are seldom written with any.
    private mutating func text() throws(Failure) -> String {
        let start = index
        index += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else {
                index = byte == 0x0A || byte == 0x0D ? start : index
                throw fail("a text has no closing quote on its line")
            }
            index += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < bytes.count else {
            index = start
            throw fail("a text has no closing quote")
        }
        defer { index += 1 }
        return String(decoding: bytes[start + 1..<index], as: UTF8.self)
    }

    private mutating func number() {
        while let byte = next, (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte) {
            index += 1
        }
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// The next character, for a person.
    private var told: String {
        guard index < bytes.count else { return "the end of the text" }
        let rest = String(decoding: bytes[index..<min(index + 8, bytes.count)], as: UTF8.self)
        return rest.first.map { "\"\($0)\"" } ?? "this"
    }

    private func fail(_ reason: String) -> Failure { Failure(index: min(index, bytes.count), reason: reason) }
}
