internal import AuditLedger
public import CSV
internal import Chips
internal import Faults
internal import Geodesy
public import Registry

/// Reads a file of sightings piece by piece, for callers that keep them: row by row with its texts.
public struct SightingReader: Sendable {
    private var intake: RowIntake<SightingParser>

    /// `file` is the name used in problems. Rows more than a day after `now` are bad.
    public init(file: String, now: Timestamp) {
        intake = RowIntake(
            file: file, schema: SightingParser.schema, parser: SightingParser(latest: AuditRules(now: now).latest))
    }

    public var badRows: BadRows { intake.badRows }
    public var warnings: [FileProblem] { intake.table.warnings }

    /// Takes the next bytes and returns the sightings that are complete. Throws `FileError` for a wrong header.
    public mutating func feed(_ bytes: [UInt8]) throws -> [Sighting] {
        try intake.feed(bytes, Self.sighting)
    }

    /// The end of the file. Throws `FileError` when there was no header row.
    public mutating func finish() throws -> [Sighting] {
        try intake.finish(Self.sighting)
    }

    private static func sighting(_ parsed: SightingRow, _ row: Row) throws -> Sighting {
        Sighting(
            time: Timestamp(milliseconds: Int64(parsed.visit.time) * 1_000), url: row.text(1) ?? "",
            uid: row.text(2).flatMap { ChipUID($0) },
            place: try Coordinate(latitude: parsed.visit.latitude, longitude: parsed.visit.longitude),
            error: try PositionError(sigma: Double(parsed.visit.sigma)), device: row.text(7))
    }
}

/// Reads a file of confirmations in the same way.
public struct ConfirmationReader: Sendable {
    private var intake: RowIntake<ConfirmationParser>

    /// `file` is the name used in problems. Rows more than a day after `now` are bad.
    public init(file: String, now: Timestamp) {
        intake = RowIntake(
            file: file, schema: ConfirmationParser.schema,
            parser: ConfirmationParser(latest: AuditRules(now: now).latest))
    }

    public var badRows: BadRows { intake.badRows }
    public var warnings: [FileProblem] { intake.table.warnings }

    /// Takes the next bytes and returns the confirmations that are complete. Throws `FileError` for a wrong header.
    public mutating func feed(_ bytes: [UInt8]) throws -> [Confirmation] {
        try intake.feed(bytes, Self.confirmation)
    }

    /// The end of the file. Throws `FileError` when there was no header row.
    public mutating func finish() throws -> [Confirmation] {
        try intake.finish(Self.confirmation)
    }

    private static func confirmation(_ parsed: ConfirmationRow, _ row: Row) -> Confirmation {
        Confirmation(
            time: Timestamp(milliseconds: Int64(parsed.time) * 1_000), url: row.text(1) ?? "",
            outcome: parsed.outcome, device: row.text(3))
    }
}

/// A table read row by row; the same parser as the ledger's decides what a good row is.
private struct RowIntake<Parser: RowParser>: Sendable {
    var table: TableReader
    private var parser: Parser
    private(set) var badRows = BadRows()

    init(file: String, schema: TableSchema, parser: Parser) {
        table = TableReader(file: file, schema: schema)
        self.parser = parser
    }

    mutating func feed<Value>(_ bytes: [UInt8], _ make: @escaping (Parser.Row, Row) throws -> Value) throws -> [Value] {
        var values = RowValues(file: table.file, parser: parser, make)
        defer { keep(values) }
        try table.feed(bytes) { try values.take($0) }
        return values.all
    }

    mutating func finish<Value>(_ make: @escaping (Parser.Row, Row) throws -> Value) throws -> [Value] {
        var values = RowValues(file: table.file, parser: parser, make)
        defer { keep(values) }
        try table.finish { try values.take($0) }
        return values.all
    }

    private mutating func keep<Value>(_ values: RowValues<Parser, Value>) {
        parser = values.parser
        badRows.add(values.badRows)
    }
}

/// What the rows of one piece of a table say, each made while the table has it: its bytes are not copied.
private struct RowValues<Parser: RowParser, Value> {
    private(set) var all: [Value] = []
    private(set) var parser: Parser
    private(set) var badRows = BadRows()
    private let file: String
    private let make: (Parser.Row, Row) throws -> Value
    private var fields = RowFields(columns: Parser.schema.names.count)

    /// `file`: the name used in problems.
    init(file: String, parser: Parser, _ make: @escaping (Parser.Row, Row) throws -> Value) {
        self.file = file
        self.parser = parser
        self.make = make
    }

    mutating func take(_ event: TableReader.Event) throws {
        switch event {
        case .problem(let problem): badRows.add(problem)
        case .row(let row):
            for column in fields.ranges.indices { fields.ranges[column] = row.range(column) }
            do {
                all.append(try make(try parser.row(row.fields.span, fields), row))
            } catch let complaint as RowComplaint {
                badRows.add(
                    FileProblem(
                        file: file, line: row.line, column: Parser.schema.names[complaint.column],
                        reason: complaint.reason))
            }
        }
    }
}
