internal import Faults
internal import Spreadsheets

extension TableReader {
    /// The rows of a workbook. Line numbers are those of the sheet.
    mutating func readWorkbook(_ bytes: [UInt8], _ receive: (Event) throws -> Void) throws {
        do {
            var hidden = HiddenCells()
            let summary = try WorkbookReader.read(bytes) { row in try takeShownRow(row, &hidden, receive) }
            guard !summary.others.isEmpty else { return }
            let others = summary.others.map { "\"\($0)\"" }.joined(separator: ", ")
            warn("sheet \"\(summary.sheet)\" is read; these are ignored: \(others)")
        } catch let error as WorkbookError {
            throw FileError.notATable(file, error.reason)
        }
    }

    /// Where merged cells hide one that is read, the row is bad. The header row's names count as they are.
    private mutating func takeShownRow(
        _ row: SheetRow, _ hidden: inout HiddenCells, _ receive: (Event) throws -> Void
    ) throws {
        guard let header else {
            try takeSheetRow(row, receive)
            if let header = self.header { hidden.begin(row, header) }
            return
        }
        hidden.begin(row, header)
        guard let (column, cells) = hidden.first(in: row) else { return try takeSheetRow(row, receive) }
        try receive(
            .problem(
                FileProblem(
                    file: file, line: row.number, column: header.name(at: column),
                    reason: "cells \(cells.first) to \(cells.last) are merged, and only \(cells.first) is shown: "
                        + "unmerge them, and fill in each")))
    }

    private mutating func takeSheetRow(_ row: SheetRow, _ receive: (Event) throws -> Void) throws {
        func problem(_ column: Int, _ reason: String) -> FileProblem {
            let cell = SheetRow.place(column: column, row: row.number)
            return FileProblem(
                file: file, line: row.number, column: header?.name(at: column), reason: "cell \(cell) \(reason)")
        }
        var fields: [String] = []
        for (column, cell) in row.cells.prefix(limits.columns + 1).enumerated() {
            switch cell {
            // The line break of a cell, in the form of a character that no name or place may have.
            case .text(let text):
                let line = text.replacing("\r\n", with: "\u{B}").replacing("\n", with: "\u{B}")
                // A cell with text is not a formula, whatever it begins with.
                fields.append(FormulaText.neutral(line))
            case .unreadable(let reason):
                // In a column that is ignored it does no harm.
                guard let header else { throw missingHeader(problem(column, reason).reason, line: row.number) }
                if header.name(at: column) != nil { return try receive(.problem(problem(column, reason))) }
                fields.append("")
            }
        }
        guard fields.count <= limits.columns else {
            return try take(.problem(line: row.number, reason: "more than \(limits.columns) fields"), receive)
        }
        if let width = header?.width {
            if fields.count > width { return try receive(.problem(problem(fields.count - 1, "is beside the table"))) }
            fields += Array(repeating: "", count: width - fields.count)
        }
        let sizes = fields.map(\.utf8.count)
        if let field = sizes.firstIndex(where: { $0 > limits.field }) {
            return try receive(.problem(problem(field, "has more than \(limits.field) bytes")))
        }
        guard sizes.reduce(0, +) <= limits.row else {
            return try take(.problem(line: row.number, reason: "longer than \(limits.row) bytes"), receive)
        }
        try take(.record(Record(line: row.number, fields: fields)), receive)
    }
}
