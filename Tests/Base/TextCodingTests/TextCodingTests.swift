import Foundation
import Testing
import TextCoding

struct TextCodingTests {
    /// RFC 4648, section 10.
    @Test(arguments: ["": "", "f": "66", "fo": "666F", "foobar": "666F6F626172"])
    func `hexadecimal is what the RFC's vectors say`(text: String, digits: String) {
        #expect(Hexadecimal.uppercase(text.utf8) == digits)
        #expect(Hexadecimal.lowercase(text.utf8) == digits.lowercased())
        #expect(Hexadecimal.bytes(digits) == Array(text.utf8))
        #expect(Hexadecimal.bytes(digits.lowercased()) == Array(text.utf8))
    }

    @Test(arguments: ["0", "04A", "0x04", "+5", "-1", " 4", "4 ", "0\u{1F7D8}", "\u{FF10}\u{FF11}", "04:A1"])
    func `what is not pairs of digits is no hexadecimal`(text: String) {
        #expect(Hexadecimal.bytes(text) == nil)
    }

    /// By GNU date.
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00"), (-1, "1969-12-31T23:59:59"), (951_782_399, "2000-02-28T23:59:59"),
            (951_868_800, "2000-03-01T00:00:00"), (-2_203_891_200, "1900-03-01T00:00:00"),
            (253_402_300_799, "9999-12-31T23:59:59"),
        ] as [(Int64, String)])
    func `a moment has its date and time in UTC`(seconds: Int64, text: String) {
        #expect(CalendarTime.iso8601(seconds) == text)
    }

    @Test(arguments: [
        (2000, 2, 29, 11_016), (2100, 2, 28, 47_540), (2100, 2, 29, nil), (2026, 13, 1, nil), (2026, 4, 31, nil),
    ])
    func `a day has its number, if the calendar has it`(year: Int, month: Int, day: Int, number: Int?) {
        #expect(CalendarTime.daysSinceEpoch(year: year, month: month, day: day) == number)
    }

    @Test func `a number is filled up to its digits, and never cut`() {
        #expect(Hexadecimal.digits(of: 0x1B, count: 4) == "001b")
        #expect(Hexadecimal.digits(of: 0x1F600, count: 4) == "1f600")
    }

    @Test func `percent-encoding agrees with Foundation on every byte`() {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        for scalar in (1...0x2FF).compactMap(Unicode.Scalar.init) {
            let text = "a\(scalar)%"
            let encoded = PercentCoding.encode(text)
            #expect(encoded == text.addingPercentEncoding(withAllowedCharacters: unreserved))
            #expect(PercentCoding.decode(encoded) == text)
            #expect(encoded.removingPercentEncoding == text)
        }
    }

    @Test(arguments: ["%", "%4", "%+5", "%-1", "% 4", "%4g", "a%zz", "%ff", "%c3", "%00", "a\0b"])
    func `a broken triplet, half a character and a NUL are refused`(text: String) {
        #expect(PercentCoding.decode(text) == nil)
    }

    @Test func `a plus sign is a space in forms alone`() {
        #expect(PercentCoding.decode("a+b%2B", plusIsSpace: true) == "a b+")
        #expect(PercentCoding.decode("a+b%2B") == "a+b+")
    }

    @Test func `a lenient reader keeps what begins no triplet`() {
        let decoded = PercentCoding.decodeLeniently(Array("%41%4%zz%".utf8)[...])
        #expect(String(decoding: decoded, as: UTF8.self) == "A%4%zz%")
    }

    @Test func `every byte of a class of characters is in it, and no other`() {
        let reserved = Set(":/?#[]@!$&'()*+,;=".utf8)
        for byte in UInt8.min ... .max {
            let character = Character(Unicode.Scalar(byte))
            let isLetter = character.isASCII && character.isLetter
            #expect(ASCII.isLetter(byte) == isLetter)
            #expect(ASCII.isDigit(byte) == (character.isASCII && character.isNumber))
            #expect(ASCII.isUnreserved(byte) == (isLetter || ASCII.isDigit(byte) || "-._~".utf8.contains(byte)))
            #expect(ASCII.isReserved(byte) == reserved.contains(byte))
            #expect(ASCII.lowercased(byte) == (isLetter ? byte | 0x20 : byte))
        }
    }

    @Test func `what would hide or move the text is written out`() {
        let text = "a\u{1B}[2J\n\u{202E}b\u{200B}\u{2028}é\u{7F}"
        #expect(VisibleText.escaped(text) == #"a\u{1b}[2J\u{a}\u{202e}b\u{200b}\u{2028}é\u{7f}"#)
    }

    @Test func `a string of JSON is read back by Foundation as it was`() throws {
        for scalar in (0...0x2FF).compactMap(Unicode.Scalar.init) + ["\u{2028}", "\u{FEFF}", "\u{1F600}"] {
            let text = "a\(scalar)b"
            #expect(try JSONDecoder().decode(String.self, from: Data(JSONString.quoted(text).utf8)) == text)
        }
    }
}
