/// Writes RFC 4180: a field is quoted when it holds a quote, a comma, a line break, or a space at an end.
///
/// Columns hold text, but for those that are named as numbers: a negative latitude stays a number. Text that a spreadsheet
/// would take for a formula is written with an apostrophe in front, which `Row` takes away again: see ``FormulaText``.
public struct RowWriter: Sendable {
    public enum LineEnding: String, Sendable {
        case crlf = "\r\n"
        case lf = "\n"
    }

    private let lineEnding: LineEnding
    private let isNumber: [Bool]
    /// What has been written since the last `take()`.
    public private(set) var bytes: [UInt8] = []

    /// Writes the header row. `numbers` are the names of the columns that hold numbers.
    public init(_ columns: [String], numbers: Set<String> = [], lineEnding: LineEnding = .crlf) {
        self.lineEnding = lineEnding
        isNumber = columns.map(numbers.contains)
        append(columns)
    }

    /// Writes a row; its fields are in the order of the columns.
    public mutating func append(_ fields: [String]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            let isNumber = index < isNumber.count && isNumber[index]
            let field = isNumber ? field : FormulaText.neutral(field)
            // A row of one empty field would be a blank line, which readers skip.
            append(field, quoted: needsQuotes(field) || fields == [""])
        }
        bytes.append(contentsOf: lineEnding.rawValue.utf8)
    }

    /// A line without fields, which readers skip and count.
    public mutating func appendBlankLine() {
        bytes.append(contentsOf: lineEnding.rawValue.utf8)
    }

    /// Gives what has been written so far and starts over, for writing a long file in pieces.
    public mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    private mutating func append(_ field: String, quoted: Bool) {
        guard quoted else { return bytes.append(contentsOf: field.utf8) }
        bytes.append(UInt8(ascii: "\""))
        for byte in field.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func needsQuotes(_ field: String) -> Bool {
        let special: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D]
        return field.utf8.contains(where: special.contains) || field.first == " " || field.last == " "
    }
}
