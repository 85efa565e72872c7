internal import AppClips
public import CSV
internal import Faults
internal import TextCoding

/// The rows of a file that was taken whole.
public struct ImportedRows<Element: Sendable>: Sendable {
    public let rows: [Element]
    /// The line of each row.
    let lines: [Int]
    /// Unknown columns, which were ignored, and what looks wrong in a row that is taken all the same.
    public let warnings: [FileProblem]
}

/// Reads a file that is taken whole or not at all: every bad line is named before it is refused.
enum RowImport {
    static func read<Element: Sendable>(
        _ bytes: [UInt8], file: String, schema: TableSchema, key: String,
        _ parse: (inout ImportedFields) -> Element?
    ) throws -> ImportedRows<Element> {
        var rows: [Element] = []
        var lines: [Int] = []
        var doubts: [FileProblem] = []
        var problems: [FileProblem] = []
        // Few files have shorter rows. Without reserved memory the lists are copied each time they grow.
        let expected = min(bytes.count / 32, 1 << 16)
        rows.reserveCapacity(expected)
        lines.reserveCapacity(expected)
        // By text, not by bytes: two spellings that look the same to a person count as one key.
        var lineOfKey = [String: Int](minimumCapacity: expected)
        var encoded = EncodedURLs()
        let header = try TableReader.read(bytes, file: file, schema: schema) { event in
            switch event {
            case .problem(let problem): problems.append(problem)
            case .row(let row):
                var fields = ImportedFields(row: row, file: file)
                let element = parse(&fields)
                if let value = row[key] {
                    if let first = lineOfKey.updateValue(row.line, forKey: value) {
                        lineOfKey[value] = first
                        fields.complain(key, "\(key) \"\(value)\" is already on line \(first)")
                    }
                }
                encoded.add(fields.encoded, line: row.line)
                if !fields.warnings.isEmpty { doubts += fields.warnings }
                if !fields.problems.isEmpty {
                    problems += fields.problems
                } else if let element {
                    rows.append(element)
                    lines.append(row.line)
                }
            }
        }
        guard problems.isEmpty else { throw FileError(code: .rows, file: file, problems: problems) }
        let told = header + doubts + (encoded.warning(file: file).map { [$0] } ?? [])
        return ImportedRows(rows: rows, lines: lines, warnings: told)
    }
}

/// One row's fields, and what is wrong with them.
struct ImportedFields {
    let row: Row
    let file: String
    private(set) var problems: [FileProblem] = []
    /// A URL of the row that chips and codes carry in another form than the row's.
    private(set) var encoded: InvocationURL?
    private(set) var warnings: [FileProblem] = []

    init(row: Row, file: String) {
        self.row = row
        self.file = file
    }

    /// A URL as chips and codes carry it; nil, with a complaint, when none may.
    mutating func carried(_ url: InvocationURL, _ column: String) -> InvocationURL? {
        if let objection = url.objectionToCarrying {
            complain(column, "\(column) \"\(url.text.prefix(120))\": \(objection)")
            return nil
        }
        let carried = url.carried
        if carried != url { encoded = carried }
        return carried
    }

    mutating func complain(_ column: String, _ reason: String) {
        problems.append(FileProblem(file: file, line: row.line, column: column, reason: reason))
    }

    /// Says that something looks wrong; the row is taken all the same.
    mutating func warn(_ column: String, _ reason: String) {
        warnings.append(FileProblem(file: file, line: row.line, column: column, reason: reason))
    }

    mutating func identifier<Subject>(_ column: String) -> Identifier<Subject>? {
        let text = row[column] ?? ""
        guard !SpreadsheetDamage.isScientific(text) else {
            complain(
                column,
                "\(column) \"\(text)\" is a number that a spreadsheet shortened: digits are lost; "
                    + SpreadsheetDamage.remedy)
            return nil
        }
        if let complaint = Identifier<Subject>.complaint(about: text) { complain(column, "\(column) \(complaint)") }
        return turns(text, column) ? nil : Identifier(text)
    }

    /// A text for people: needed, on one line, at most so many characters.
    mutating func text(_ column: String, atMost limit: Int = 200) -> String? {
        guard let text = row[column] else {
            complain(column, "\(column) is empty")
            return nil
        }
        return checked(text, column, atMost: limit)
    }

    mutating func optionalText(_ column: String, atMost limit: Int = 200) -> String? {
        row[column].flatMap { checked($0, column, atMost: limit) }
    }

    private mutating func checked(_ text: String, _ column: String, atMost limit: Int) -> String? {
        if text.isPrintableASCII(atMost: limit) { return text }
        if text.count > limit {
            complain(column, "\(column) has \(text.count) characters, at most \(limit) are allowed")
            return nil
        }
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            complain(column, "\(column) contains a control character")
            return nil
        }
        if turns(text, column) { return nil }
        // It is invisible on a label, but a URL would carry it.
        if text.first?.isWhitespace == true || text.last?.isWhitespace == true {
            complain(column, "\(column) begins or ends with white space")
            return nil
        }
        return text
    }

    /// Whether a text would make the text beside it look like something else.
    private mutating func turns(_ text: String, _ column: String) -> Bool {
        guard VisibleText.turnsDirection(text) else { return false }
        complain(column, "\(column) contains a character that turns the direction of writing")
        return true
    }

    /// Nil when the field is empty.
    mutating func number(_ column: String) -> Double? {
        guard row.has(column) else { return nil }
        if let number = DecimalNumber.parse(row.bytes(column)) { return number }
        complain(column, "\(column) \"\(row[column] ?? "")\" is not a number")
        return nil
    }

    /// One of an enumeration's names, in any case.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ column: String) -> Choice? {
        guard let text = row[column] else {
            complain(column, "\(column) is empty")
            return nil
        }
        if let choice = Choice(rawValue: text.lowercased()) { return choice }
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        complain(column, "\(column) \"\(text)\" is none of: \(names)")
        return nil
    }
}
