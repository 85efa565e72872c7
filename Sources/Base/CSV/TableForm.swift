internal import Spreadsheets

/// The form in which a table was saved, recognised by its first bytes.
struct TableForm: Equatable {
    enum Encoding: Equatable {
        case utf8
        case utf16(isBigEndian: Bool)
    }

    enum Separator: UInt8, CaseIterable {
        case comma = 0x2C
        case semicolon = 0x3B
        case tab = 0x09
    }

    /// An Excel workbook; then nothing else counts.
    var isWorkbook = false
    var encoding = Encoding.utf8
    var separator = Separator.comma
    /// Whether lines end with a carriage return alone.
    var hasReturnsOnly = false

    /// The contract's own form: UTF-8, commas, LF or CRLF.
    var isPlain: Bool { self == TableForm() }

    /// More than a header row can have.
    private static let headLimit = Limits().row
    /// Old Excel files, and workbooks with a password: an OLE compound file.
    private static let compoundFile: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0]

    /// Looks at the beginning of a file. Nil when more of it is needed, which never is so for `isWhole`.
    ///
    /// The separator is the one that makes the header row have the most of the schema's columns; a comma in doubt.
    /// Throws `FileError` for what is not a table that can be read.
    init?(_ head: [UInt8], isWhole: Bool, schema: TableSchema, file: String) throws(FileError) {
        guard head.count >= 4 || isWhole else { return nil }
        if head.starts(with: WorkbookReader.signature) {
            isWorkbook = true
            return
        }
        if head.starts(with: Self.compoundFile) {
            throw .notATable(file, "it is an Excel 97 file (.xls), or a workbook with a password")
        }
        if head.starts(with: [0xFF, 0xFE, 0, 0]) { throw .notATable(file, "it is UTF-32 text") }
        if head.starts(with: [0xFF, 0xFE]) { encoding = .utf16(isBigEndian: false) }
        if head.starts(with: [0xFE, 0xFF]) { encoding = .utf16(isBigEndian: true) }
        var decoder = TextDecoder(encoding, hasReturnsOnly: false)
        guard let line = FirstLine(decoder.decode(head[...]), isWhole: isWhole || head.count > Self.headLimit) else {
            return nil
        }
        hasReturnsOnly = line.endsWithReturn
        if encoding == .utf8, line.bytes.contains(0) {
            throw .notATable(file, "it is UTF-16 text without a byte order mark, or not text at all")
        }
        var most = 0
        for candidate in Separator.allCases {
            let count = ColumnNames(line.fields(candidate.rawValue), schema: schema).count
            if count > most { (most, separator) = (count, candidate) }
        }
    }

    private init() {}

    /// What the user is informed about; nil for the contract's own form.
    var note: String? {
        var parts: [String] = []
        if encoding != .utf8 { parts.append("UTF-16 text") }
        switch separator {
        case .comma: break
        case .semicolon: parts.append("semicolons between the fields")
        case .tab: parts.append("tabs between the fields")
        }
        if hasReturnsOnly { parts.append("carriage returns at the ends of lines") }
        return parts.isEmpty ? nil : "the file has \(parts.joined(separator: ", ")) and is read so"
    }
}

/// The first line of a text that is not blank.
private struct FirstLine {
    let bytes: ArraySlice<UInt8>
    /// Whether it ends with a carriage return that no line feed follows.
    let endsWithReturn: Bool

    /// Nil when the line has no end yet and the text is not whole.
    init?(_ text: [UInt8], isWhole: Bool) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = text.starts(with: mark) ? 3 : 0
        let first = text[start...].firstIndex { $0 != 0x0A && $0 != 0x0D } ?? text.endIndex
        var isQuoted = false
        var end = first
        while end < text.endIndex, isQuoted || (text[end] != 0x0A && text[end] != 0x0D) {
            if text[end] == UInt8(ascii: "\"") { isQuoted.toggle() }
            end += 1
        }
        // After a carriage return the next byte decides.
        let hasNext = end + 1 < text.endIndex
        guard isWhole || (end < text.endIndex && (text[end] == 0x0A || hasNext)) else { return nil }
        bytes = text[first..<end]
        endsWithReturn = end < text.endIndex && text[end] == 0x0D && (!hasNext || text[end + 1] != 0x0A)
    }

    /// The names in it. A quote that is out of place is the parser's business.
    func fields(_ separator: UInt8) -> [String] {
        var fields: [[UInt8]] = [[]]
        var isQuoted = false
        for byte in bytes {
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                fields.append([])
            } else {
                fields[fields.count - 1].append(byte)
            }
        }
        return fields.map { String(decoding: $0, as: UTF8.self) }
    }
}
