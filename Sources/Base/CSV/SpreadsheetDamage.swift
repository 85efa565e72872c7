/// What a spreadsheet does to identifiers of digits that it takes for numbers.
public enum SpreadsheetDamage {
    /// The way out, to follow a sentence that says what is wrong.
    public static let remedy = "format the column as text, and enter it again"

    /// Whether a text is a number as spreadsheets shorten it: `4,1E+12`, `4.12346E+12`. Every identifier of a file is
    /// asked, so it is looked at byte by byte: a digit, perhaps a fraction, `E+`, and one to three digits.
    public static func isScientific(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "+")) else { return false }
        var rest = text.utf8[...]
        func digits() -> Int {
            let number = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(number.count)
            return number.count
        }
        func take(_ characters: String) -> Bool {
            guard let first = rest.first, characters.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard digits() == 1 else { return false }
        if take(".,"), digits() == 0 { return false }
        return take("Ee") && take("+") && (1...3).contains(digits()) && rest.isEmpty
    }

    /// What a spreadsheet did to a chip's UID, in words that complete `uid "4,1E+12" `; nil when it did not.
    public static func complaint(aboutUID text: String) -> String? {
        if isScientific(text) {
            return "is a number that a spreadsheet shortened: digits are lost; \(remedy)"
        }
        // A UID has 4, 7 or 10 bytes, and NXP's begin with 04.
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), [6, 7, 12, 13, 18, 19].contains(text.utf8.count)
        else { return nil }
        return "has \(text.utf8.count) digits: a spreadsheet took away its leading zeros; \(remedy)"
    }

    /// Whether an identifier is another one without its leading zeros.
    public static func lostZeros(_ text: String, of whole: String) -> Bool {
        whole.utf8.count > text.utf8.count && whole.utf8.first == 0x30 && !text.isEmpty
            && whole.utf8.drop { $0 == 0x30 }.elementsEqual(text.utf8.drop { $0 == 0x30 })
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
