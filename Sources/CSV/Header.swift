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
    /// Fields in each row.
    let width: Int
    let unknown: [String]

    /// The place of a column of the schema; nil when it is absent.
    func place(of name: String) -> Int? {
        // Most names have lengths of their own.
        let length = name.utf8.count
        for index in lengths.indices where lengths[index] == length && columns[index].name == name {
            return columns[index].place
        }
        return nil
    }

    /// Reads the first row. Spaces around a name are taken away: some generators write `, ` between names.
    init(_ record: Record, schema: Schema, file: String) throws(FileError) {
        let found = record.strings.map { $0.trimmingSpaces() }
        var places: [String: Int] = [:]
        var problems: [FileProblem] = []
        func add(_ column: String, _ reason: String) {
            problems.append(FileProblem(file: file, line: record.line, column: column, reason: reason))
        }
        for (place, name) in found.enumerated() where places.updateValue(place, forKey: name) != nil {
            add(name, "column \(name) appears twice")
        }
        for name in schema.required where places[name] == nil {
            add(name, "column \(name) is missing")
        }
        guard problems.isEmpty else { throw FileError(code: .header, file: file, problems: problems) }
        columns = schema.names.compactMap { name in places[name].map { (name, $0) } }
        lengths = columns.map { $0.name.utf8.count }
        positions = schema.names.map { places[$0] }
        width = found.count
        unknown = found.filter { !schema.names.contains($0) }
    }
}

extension String {
    fileprivate func trimmingSpaces() -> String {
        var rest = self[...]
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return String(rest)
    }
}
