/// What most payloads name, read from their bytes: a decoder takes many times as long, and a hub looks at 20 entries of each
/// station in a minute.
extension JournalSubject {
    /// Of an object whose members are strings without escapes, whole numbers, booleans and nulls with no space between them, as
    /// payloads are encoded (RFC 8259). Nil for any other one, and for what is not JSON: a decoder knows what that is.
    init?(flat payload: String) {
        self.init()
        var reader = FlatReader(bytes: Array(payload.utf8))
        guard reader.take("{") else { return nil }
        var named: Set<String> = []
        repeat {
            guard let name = reader.takeString(), reader.take(":"), let value = reader.takeValue() else { return nil }
            guard Self.names.contains(where: name.elementsEqual) else { continue }
            let text = String(decoding: name, as: UTF8.self)
            guard named.insert(text).inserted, note(value, as: text) else { return nil }
        } while reader.take(",")
        guard reader.take("}"), reader.isAtEnd else { return nil }
    }

    private static let names = ["tag", "batch", "digest", "cells"].map { Array($0.utf8) }

    private mutating func note(_ value: FlatReader.Value, as name: String) -> Bool {
        switch (value, name) {
        case (.null, _): break
        case (.text(let text), "tag"): tag = String(decoding: text, as: UTF8.self)
        case (.text(let text), "batch"): batch = String(decoding: text, as: UTF8.self)
        case (.text(let text), "digest"): digest = String(decoding: text, as: UTF8.self)
        default: return false
        }
        return true
    }
}

/// Goes through the bytes of a flat object.
private struct FlatReader {
    enum Value {
        case text(ArraySlice<UInt8>)
        case null
        /// A whole number or a boolean.
        case other
    }

    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: byte) else { return false }
        place += 1
        return true
    }

    /// What is between two quotes; nil where there is none, or one with escapes.
    mutating func takeString() -> ArraySlice<UInt8>? {
        guard take("\"") else { return nil }
        let start = place
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                place += 1
                return bytes[start..<(place - 1)]
            case UInt8(ascii: "\\"), 0..<0x20: return nil
            default: place += 1
            }
        }
        return nil
    }

    mutating func takeValue() -> Value? {
        if place < bytes.count, bytes[place] == UInt8(ascii: "\"") { return takeString().map(Value.text) }
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: ","), bytes[place] != UInt8(ascii: "}") { place += 1 }
        let word = bytes[start..<place]
        if word.elementsEqual("null".utf8) { return .null }
        if word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8) { return .other }
        // Sixteen digits are a number in every reader.
        let isNumber = 1...16 ~= word.count && word.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber && (word.count == 1 || word.first != 0x30) ? .other : nil
    }
}
