/// The bytes of PDF's syntax (ISO 32000-1, 7.3). Appended, never formatted: a sheet has a hundred thousand
/// numbers.
struct PDFSyntax: Sendable {
    private(set) var bytes: [UInt8] = []

    init(reserving count: Int = 0) { bytes.reserveCapacity(count) }

    mutating func append(_ text: StaticString) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ more: [UInt8]) { bytes += more }

    mutating func append(_ number: Int) {
        if number < 0 {
            bytes.append(UInt8(ascii: "-"))
            return append(digitsOf: number.magnitude)
        }
        append(digitsOf: UInt(number))
    }

    /// A number with up to four decimals: 0.0001 pt is 0.04 um.
    mutating func append(_ number: Double) {
        let scaled = Int((number * 10_000).rounded())
        if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digitsOf: scaled.magnitude / 10_000)
        var fraction = scaled.magnitude % 10_000
        guard fraction > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var unit: UInt = 1_000
        while fraction > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(fraction / unit))
            fraction %= unit
            unit /= 10
        }
    }

    /// Numbers with a space after each.
    mutating func append(numbers: Double...) {
        for number in numbers {
            append(number)
            append(" ")
        }
    }

    mutating func append(hex value: UInt16) {
        for shift in [12, 8, 4, 0] as [UInt16] {
            let digit = UInt8((value >> shift) & 15)
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        }
    }

    /// A text string for people: UTF-16 with a byte order mark, so that any script can be in a title.
    mutating func append(textString text: String) {
        append("<FEFF")
        for unit in text.utf16 { append(hex: unit) }
        append(">")
    }

    /// A reference to an object.
    mutating func append(reference number: Int) {
        append(number)
        append(" 0 R ")
    }

    mutating func append(name text: String) {
        bytes.append(UInt8(ascii: "/"))
        let regular = text.utf8.filter {
            (0x30...0x39).contains($0) || (0x41...0x5a).contains($0 & 0xdf) || $0 == 0x2d || $0 == 0x2b
        }
        bytes += regular
    }

    private mutating func append(digitsOf number: UInt) {
        if number >= 10 { append(digitsOf: number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
