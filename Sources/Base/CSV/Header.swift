internal import Faults

/// Where the columns of a schema are in one file.
///
/// A class, so that a million rows share it for the price of one reference each.
final class Header: Sendable {
    /// The columns of the schema that are there. So few names are found sooner one by one than by a hash.
    private let columns: [(name: String, place: Int)]
    /// How many bytes each of these names has.
    private let lengths: [Int]
    /// For each column of the schema its place in the row, or nil when an optional one is absent.
    let positions: [Int?]
    /// Where the columns with numbers are, and their names.
    let numbers: [(name: String, place: Int)]
    /// Fields in each row.
    let width: Int
    let unknown: [String]
    /// Columns whose names are spelled in another way than the schema's: `Deployed Time` for `deployed-time`.
    let respelled: [(found: String, name: String)]

    /// The place of a column of the schema; nil when it is absent.
    func place(of name: String) -> Int? {
        // Most names have lengths of their own.
        let length = name.utf8.count
        for index in lengths.indices where lengths[index] == length && columns[index].name == name {
            return columns[index].place
        }
        return nil
    }

    /// The name of the column at a place; nil for a column that is ignored.
    func name(at place: Int) -> String? { columns.first { $0.place == place }?.name }

    /// Reads the first row.
    init(_ record: Record, schema: TableSchema, file: String) throws(FileError) {
        let found = ColumnNames(record.strings, schema: schema)
        var problems = found.repeated.map { name in
            FileProblem(file: file, line: record.line, column: name, reason: "column \(name) appears twice")
        }
        for name in schema.required where found.places[name] == nil {
            let isRepeated = found.repeated.contains { ColumnNames.plain($0) == name }
            guard !isRepeated else { continue }
            problems.append(
                FileProblem(file: file, line: record.line, column: name, reason: "column \(name) is missing"))
        }
        guard problems.isEmpty else { throw FileError(code: .header, file: file, problems: problems) }
        let places = found.places
        columns = schema.names.compactMap { name in places[name].map { (name, $0) } }
        lengths = columns.map { $0.name.utf8.count }
        positions = schema.names.map { places[$0] }
        numbers = columns.filter { schema.numbers.contains($0.name) }
        width = record.count
        unknown = found.unknown
        respelled = found.respelled
    }
}
