internal import Faults
internal import Spreadsheets

/// Reads a table with a header row, chunk by chunk, and gives its rows by column.
///
/// The table may be in any form that spreadsheets save: separated by commas, semicolons or tabs, in UTF-8 or UTF-16, with
/// any line ends, or as a workbook. Rows come out the same; what was unusual is in `warnings`.
public struct TableReader: Sendable {
    /// A row, or a line that is none and why.
    public enum Event: Sendable {
        case row(Row)
        case problem(FileProblem)
    }

    /// How far the file's form is known.
    private enum Input {
        /// The first bytes, which do not determine it yet.
        case unknown([UInt8])
        case plain
        case text(TextDecoder)
        /// A workbook is read when it is whole.
        case workbook([UInt8])
    }

    /// The name used in problems.
    public let file: String
    /// Unusual forms and unknown columns: they are read or ignored, and the user is informed.
    public private(set) var warnings: [FileProblem] = []

    private let schema: TableSchema
    let limits: Limits
    private var input = Input.unknown([])
    private var parser: RecordParser
    private var commas = DecimalCommas(.comma)
    var header: Header?

    public init(file: String, schema: TableSchema, limits: Limits = Limits()) {
        self.file = file
        self.schema = schema
        self.limits = limits
        parser = RecordParser(limits: limits)
    }

    /// Reads rows of the same plain file as another reader, which has read the header row. Lines are counted from 1 again.
    init(continuing other: TableReader) {
        self.init(file: other.file, schema: other.schema)
        header = other.header
        input = .plain
        parser.skipsMark = false
    }

    /// Where the columns are, once the header row has been read.
    public var layout: RowLayout? { header.map { RowLayout(positions: $0.positions, width: $0.width) } }
    /// The line that is being read, counted from 1.
    var line: Int { parser.line }
    /// Whether what has been fed so far ends with a whole row.
    var isBetweenRows: Bool { parser.isBetweenRows }

    /// The form of a file that begins with these bytes; nil when more of it is needed.
    func form(of head: [UInt8], isWhole: Bool) throws(FileError) -> TableForm? {
        try TableForm(head, isWhole: isWhole, schema: schema, file: file)
    }

    /// Says in which form the file is, before its first byte is fed.
    mutating func begin(_ form: TableForm) {
        if let note = form.note { warn(note) }
        commas = DecimalCommas(form.separator)
        parser = RecordParser(limits: limits, separator: form.separator.rawValue)
        input =
            form.isWorkbook
            ? .workbook([])
            : form.encoding == .utf8 && !form.hasReturnsOnly
                ? .plain : .text(TextDecoder(form.encoding, hasReturnsOnly: form.hasReturnsOnly))
    }

    /// Reads the next chunk, of any size, and hands over each row as it becomes complete.
    ///
    /// Throws `FileError` when the header row is wrong, and whatever `receive` throws.
    public mutating func feed(_ chunk: [UInt8], _ receive: (Event) throws -> Void) throws {
        if case .unknown(var head) = input {
            input = .unknown([])
            head += chunk
            // The end of a line can be in this chunk only.
            let mayTell = head.count > limits.row || chunk.contains { $0 == 0x0A || $0 == 0x0D }
            guard mayTell || head.count - chunk.count < 4, let form = try form(of: head, isWhole: false) else {
                input = .unknown(head)
                return
            }
            begin(form)
            return try feed(head, receive)
        }
        switch input {
        case .unknown: break
        case .plain: try parse(chunk, receive)
        case .text(var decoder):
            let text = decoder.decode(chunk[...])
            input = .text(decoder)
            try parse(text, receive)
        case .workbook(var bytes):
            input = .workbook([])
            bytes += chunk
            guard bytes.count <= WorkbookReader.largest else {
                throw FileError.notATable(file, "it is a workbook of more than \(WorkbookReader.largest >> 20) MB")
            }
            input = .workbook(bytes)
        }
    }

    /// Ends the file. Throws `FileError` when there was no header row.
    public mutating func finish(_ receive: (Event) throws -> Void) throws {
        if case .unknown(let head) = input {
            guard let form = try form(of: head, isWhole: true) else { return }
            begin(form)
            try feed(head, receive)
        }
        switch input {
        case .unknown, .plain: break
        case .text(var decoder): try parse(decoder.finish(), receive)
        case .workbook(let bytes): try readWorkbook(bytes, receive)
        }
        var parser = parser
        try parser.finish { (event) throws in try take(event, receive) }
        guard header != nil else { throw missingHeader("the file is empty; a header row is needed") }
    }

    /// Reads a whole file that is already in memory.
    public static func read(
        _ bytes: [UInt8], file: String, schema: TableSchema, _ receive: (Event) throws -> Void
    ) throws -> [FileProblem] {
        var reader = TableReader(file: file, schema: schema)
        try reader.feed(bytes, receive)
        try reader.finish(receive)
        return reader.warnings
    }

    private mutating func parse(_ text: [UInt8], _ receive: (Event) throws -> Void) throws {
        var parser = parser
        defer { self.parser = parser }
        // Without this the parser's buffers would be shared, and copied by the first change.
        self.parser = RecordParser()
        try parser.feed(text) { (event) throws in try take(event, receive) }
    }

    mutating func take(_ event: RecordParser.Event, _ receive: (Event) throws -> Void) throws {
        switch event {
        case .problem(let line, let reason):
            guard header != nil else { throw missingHeader(reason, line: line) }
            try receive(.problem(FileProblem(file: file, line: line, reason: reason)))
        case .record(let record):
            guard let header else { return try readHeader(record) }
            guard record.count == header.width else {
                let counts = "\(record.count) fields where the header has \(header.width)"
                return try receive(.problem(FileProblem(file: file, line: record.line, reason: counts)))
            }
            try takeRow(record, under: header, receive)
        }
    }

    private mutating func takeRow(_ record: Record, under header: Header, _ receive: (Event) throws -> Void) throws {
        guard !header.numbers.isEmpty else { return try receive(.row(Row(record: record, header: header))) }
        var record = record
        let hadCommas = commas.isInUse
        if let wrong = commas.replace(in: &record, header.numbers) {
            return try receive(
                .problem(FileProblem(file: file, line: record.line, column: wrong.column, reason: wrong.reason)))
        }
        if commas.isInUse, !hadCommas { warn("the file has decimal commas, and they are read so") }
        try receive(.row(Row(record: record, header: header)))
    }

    private mutating func readHeader(_ record: Record) throws {
        let header = try Header(record, schema: schema, file: file)
        self.header = header
        warn(
            header.respelled.map { (column: $0.name, text: "\"\($0.found)\" is read as \($0.name)") },
            one: "column ", several: "columns: ", line: record.line)
        warn(
            header.unknown.map { (column: $0, text: "\"\($0)\"") }, one: "column ", several: "columns ",
            end: header.unknown.count == 1 ? " is unknown and ignored" : " are unknown and ignored", line: record.line)
    }

    /// One warning for the columns of which the same is to be said: a table from another country has nine of them.
    private mutating func warn(
        _ columns: [(column: String, text: String)], one: String, several: String, end: String = "", line: Int
    ) {
        guard !columns.isEmpty else { return }
        let start = columns.count == 1 ? one : several
        warnings.append(
            FileProblem(
                file: file, line: line, column: columns.count == 1 ? columns[0].column : nil,
                reason: start + columns.map(\.text).joined(separator: ", ") + end))
    }

    mutating func warn(_ reason: String) {
        warnings.append(FileProblem(file: file, reason: reason))
    }

    func missingHeader(_ reason: String, line: Int? = nil) -> FileError {
        FileError(
            code: .header, file: file, problems: [FileProblem(file: file, line: line, reason: reason)])
    }
}
