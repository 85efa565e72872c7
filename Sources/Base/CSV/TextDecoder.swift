/// Makes UTF-8 with line feeds of the text of a table, a piece at a time.
struct TextDecoder {
    private let encoding: TableForm.Encoding
    private let hasReturnsOnly: Bool
    /// The first byte of a unit whose second one has not come yet.
    private var half: UInt8?
    /// The first half of a surrogate pair.
    private var high: UInt16?
    private var isAtStart = true
    private var isAfterReturn = false

    init(_ encoding: TableForm.Encoding, hasReturnsOnly: Bool) {
        self.encoding = encoding
        self.hasReturnsOnly = hasReturnsOnly
    }

    /// Unpaired surrogates become bytes that are not UTF-8, so that the row is bad and named.
    mutating func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let text: [UInt8]
        switch encoding {
        case .utf8: text = Array(bytes)
        case .utf16(let isBigEndian): text = utf16(bytes, isBigEndian: isBigEndian)
        }
        return hasReturnsOnly ? withLineFeeds(text) : text
    }

    /// What is left at the end of the file: half a unit is not text.
    mutating func finish() -> [UInt8] {
        defer { (half, high) = (nil, nil) }
        return half == nil && high == nil ? [] : [Self.wrong]
    }

    private static let wrong: UInt8 = 0xFF

    private mutating func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes {
            guard let first = half.take() else {
                half = byte
                continue
            }
            let unit = isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
            defer { isAtStart = false }
            if isAtStart, unit == 0xFEFF { continue }
            append(unit, to: &text)
        }
        return text
    }

    private mutating func append(_ unit: UInt16, to text: inout [UInt8]) {
        if let first = high.take() {
            if UTF16.isTrailSurrogate(unit) {
                let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
                if let scalar = UnicodeScalar(value) { text += Array(UTF8.encode(scalar).map { Array($0) } ?? []) }
                return
            }
            text.append(Self.wrong)
        }
        if UTF16.isLeadSurrogate(unit) {
            high = unit
        } else if let scalar = UnicodeScalar(unit) {
            text += UTF8.encode(scalar).map { Array($0) } ?? []
        } else {
            text.append(Self.wrong)
        }
    }

    /// A carriage return, alone or before a line feed, ends a line.
    private mutating func withLineFeeds(_ text: [UInt8]) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(text.count)
        for byte in text {
            if byte == 0x0D {
                lines.append(0x0A)
            } else if byte != 0x0A || !isAfterReturn {
                lines.append(byte)
            }
            isAfterReturn = byte == 0x0D
        }
        return lines
    }
}
