/// Numbers in files: decimal digits, optional sign, point and exponent; never `nan`, `inf` or hex.
public enum DecimalNumber {
    /// The nearest `Double`, or nil when the bytes are not a finite decimal number.
    public static func parse(_ bytes: ArraySlice<UInt8>) -> Double? {
        parse(bytes.span, 0..<bytes.count)
    }

    /// The number in a part of the bytes.
    public static func parse(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
        var position = range.lowerBound
        var negative = false
        if let sign = range.isEmpty ? nil : bytes[position], sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            negative = sign == UInt8(ascii: "-")
            position += 1
        }
        var mantissa: UInt64 = 0
        var digits = 0
        var decimals = 0
        var pointSeen = false
        while position < range.upperBound {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "."), !pointSeen {
                pointSeen = true
            } else if let digit = digitValue(byte) {
                digits += 1
                if digits <= 15 { mantissa = mantissa * 10 + digit }
                if pointSeen { decimals += 1 }
            } else {
                return parseSlowly(bytes, range)
            }
        }
        guard digits > 0 else { return nil }
        // Both are exact below 2^53 and 10^22, so one division rounds once: the nearest Double.
        guard digits <= 15 else { return parseSlowly(bytes, range) }
        let value = Double(mantissa) / powersOfTen[decimals]
        return negative ? -value : value
    }

    /// For exponents and more than 15 digits.
    private static func parseSlowly(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
        let text = range.map { bytes[$0] }
        let allowed = text.allSatisfy { byte in
            digitValue(byte) != nil || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)  // + - . E e
        }
        guard allowed, let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
            return nil
        }
        return value
    }

    private static func digitValue(_ byte: UInt8) -> UInt64? {
        (0x30...0x39).contains(byte) ? UInt64(byte - 0x30) : nil
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]
}
