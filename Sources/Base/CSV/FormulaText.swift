/// Text that a spreadsheet would take for a formula when it opens a CSV file: `=HYPERLINK(...)` as the name of a store.
///
/// Such a text is written with an apostrophe in front, which spreadsheets do not show as part of a formula; one that begins
/// with apostrophes and then so gets one more. Reading takes exactly one away again, so that every text comes back.
/// Source: OWASP, CSV Injection.
package enum FormulaText {
    private static let apostrophe = UInt8(ascii: "'")

    /// What a formula begins with: `=`, `+`, `-`, `@`, a tab or a line break, in ASCII or in the wide forms of East Asia
    /// (U+FF1D, U+FF0B, U+FF0D, U+FF20).
    private static func begins(_ bytes: some Sequence<UInt8>) -> Bool {
        var bytes = bytes.makeIterator()
        switch bytes.next() {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D: return true
        case 0xEF:
            guard bytes.next() == 0xBC, let last = bytes.next() else { return false }
            return [0x9D, 0x8B, 0x8D, 0xA0].contains(last)
        default: return false
        }
    }

    /// The text as it is written into a text column.
    static func neutral(_ text: String) -> String {
        begins(text.utf8.drop { $0 == apostrophe }) ? "'" + text : text
    }

    /// The text's part of a field as written, which is a range of these bytes.
    package static func range(of field: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
        guard !field.isEmpty, bytes[field.lowerBound] == apostrophe else { return field }
        var text = field
        while let first = text.first, bytes[first] == apostrophe { text = (first + 1)..<text.upperBound }
        var start: [UInt8] = []
        for position in text.prefix(3) { start.append(bytes[position]) }
        return begins(start) ? (field.lowerBound + 1)..<field.upperBound : field
    }
}
