/// Reads a file with a header row, chunk by chunk, and gives its rows by column.
public struct TableReader: Sendable {
    /// A row, or a line that is none and why.
    public enum Event: Sendable {
        case row(Row)
        case problem(FileProblem)
    }

    /// The name used in problems.
    public let file: String
    /// Unknown columns: they are ignored, and the person is told.
    public private(set) var warnings: [FileProblem] = []

    private let schema: Schema
    private var parser: RecordParser
    private var header: Header?

    public init(file: String, schema: Schema, limits: Limits = Limits()) {
        self.file = file
        self.schema = schema
        parser = RecordParser(limits: limits)
    }

    /// Reads rows of the same file as another reader, which has read the header row. Lines are counted from 1 again.
    init(continuing other: TableReader) {
        file = other.file
        schema = other.schema
        header = other.header
        parser = RecordParser()
        parser.skipsMark = false
    }

    /// Where the columns are, once the header row has been read.
    public var layout: RowLayout? { header.map { RowLayout(positions: $0.positions, width: $0.width) } }
    /// The line that is being read, counted from 1.
    var line: Int { parser.line }
    /// Whether what has been fed so far ends with a whole row.
    var isBetweenRows: Bool { parser.isBetweenRows }

    /// Reads the next chunk, of any size, and hands over each row as it becomes complete.
    ///
    /// Throws `FileError` when the header row is wrong, and whatever `receive` throws.
    public mutating func feed(_ chunk: [UInt8], _ receive: (Event) throws -> Void) throws {
        var parser = parser
        defer { self.parser = parser }
        // Without this the parser's buffers would be shared, and copied by the first change.
        self.parser = RecordParser()
        try parser.feed(chunk) { (event) throws in try take(event, receive) }
    }

    /// Ends the file. Throws `FileError` when there was no header row.
    public mutating func finish(_ receive: (Event) throws -> Void) throws {
        var parser = parser
        try parser.finish { (event) throws in try take(event, receive) }
        guard header != nil else { throw missingHeader("the file is empty; a header row is needed") }
    }

    /// Reads a whole file that is already in memory.
    public static func read(
        _ bytes: [UInt8], file: String, schema: Schema, _ receive: (Event) throws -> Void
    ) throws -> [FileProblem] {
        var reader = TableReader(file: file, schema: schema)
        try reader.feed(bytes, receive)
        try reader.finish(receive)
        return reader.warnings
    }

    private mutating func take(_ event: RecordParser.Event, _ receive: (Event) throws -> Void) throws {
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
            try receive(.row(Row(record: record, header: header)))
        }
    }

    private mutating func readHeader(_ record: Record) throws {
        let header = try Header(record, schema: schema, file: file)
        self.header = header
        warnings = header.unknown.map { name in
            let reason = "column \"\(name)\" is unknown and ignored"
            return FileProblem(file: file, line: record.line, column: name, reason: reason)
        }
    }

    private func missingHeader(_ reason: String, line: Int? = nil) -> FileError {
        FileError(
            code: .header, file: file, problems: [FileProblem(file: file, line: line, reason: reason)])
    }
}
