/// Bytes as pairs of hexadecimal digits (RFC 4648, section 8).
package enum Hexadecimal {
    /// As data sheets and UIDs are printed: `04A1`.
    package static func uppercase(_ bytes: some Sequence<UInt8>) -> String {
        text(Array(bytes), tenAs: UInt8(ascii: "A"))
    }

    /// As manuals and traces are printed: `04 A1`.
    package static func spaced(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { uppercase(CollectionOfOne($0)) }.joined(separator: " ")
    }

    /// As digests are printed: `04a1`.
    package static func lowercase(_ bytes: some Sequence<UInt8>) -> String {
        text(Array(bytes), tenAs: UInt8(ascii: "a"))
    }

    /// Reads pairs of digits of either case; nil for anything else, an odd number of digits and signs included.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.utf8.makeIterator()
        while let first = rest.next() {
            guard let high = value(first), let low = rest.next().flatMap(value) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// What an ASCII digit of either case counts, 0 to 15; nil for any other byte.
    package static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }

    /// A number in lower case, filled up with zeros to this many digits.
    package static func digits(of number: some BinaryInteger, count: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// Of an array, so that a journal's digests need no generic code for each byte.
    private static func text(_ bytes: [UInt8], tenAs ten: UInt8) -> String {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : ten - 10 + value }
        return unsafe String(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
            for (index, byte) in bytes.enumerated() {
                unsafe digits[2 * index] = digit(byte >> 4)
                unsafe digits[2 * index + 1] = digit(byte & 15)
            }
            return 2 * bytes.count
        }
    }
}
