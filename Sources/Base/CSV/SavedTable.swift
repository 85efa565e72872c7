internal import Faults
internal import Spreadsheets

/// A table in the form that the name of its file asks for: CSV, or an Excel workbook for a name that ends in `.xlsx`.
public enum SavedTable {
    /// What a file's name may end in.
    public static let endings = ["csv", "xlsx"]

    /// The bytes for a file of that name. A workbook has `csv`'s rows, with text in every cell but those of the columns in
    /// `numbers`. Throws `FileError` when there are more rows than a sheet holds, or a longer text than a cell.
    public static func bytes(_ csv: [UInt8], for path: String, numbers: Set<String>, sheet: String) throws -> [UInt8] {
        guard path.lowercased().hasSuffix(".xlsx") else { return csv }
        var writer: WorkbookWriter?
        // The table is a report of ours: a finding about a thousand tags is longer than what is read from people.
        var parser = RecordParser(limits: Limits(field: .max, row: .max))
        func take(_ event: RecordParser.Event) throws {
            switch event {
            case .problem(let line, let reason): throw notWritten(path, line: line, reason)
            case .record(let record):
                if writer == nil {
                    writer = WorkbookWriter(columns: record.strings, numbers: numbers, sheet: sheet)
                } else {
                    try writer?.append(record.texts)
                }
            }
        }
        do {
            try parser.feed(csv) { (event) throws in try take(event) }
            try parser.finish { (event) throws in try take(event) }
            return try writer?.bytes() ?? []
        } catch let error as WorkbookError {
            throw notWritten(path, error.reason)
        }
    }

    private static func notWritten(_ path: String, line: Int? = nil, _ reason: String) -> FileError {
        FileError(
            code: .rows, file: path, problems: [FileProblem(file: path, line: line, reason: reason)],
            next: "save it as .csv; nothing was written")
    }
}
