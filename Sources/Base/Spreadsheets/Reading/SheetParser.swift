internal import XML

/// Reads the rows of a sheet (ISO/IEC 29500-1, 18.3.1.73 and 18.3.1.4).
struct SheetParser {
    /// A cell that is being read.
    private struct Open {
        let column: Int
        let kind: String
        let style: Int
        var value = ""
        var inlineText = ""
        var hasFormula = false
    }

    private enum Target {
        case value
        case inlineText
    }

    private let texts: [String]
    private let formats: [NumberFormat]
    private let isFrom1904: Bool
    private let areFormulasCalculated: Bool
    /// Those that begin below the rows that were handed over, the last of the sheet first.
    private var merged: [MergedCells]
    private var number = 0
    private var cells: [SheetRow.Cell] = []
    private var nextColumn = 0
    private var open: Open?
    private var target: Target?
    private var aids = 0
    private var size = 0
    private var isInData = false

    init(
        texts: [String], formats: [NumberFormat], isFrom1904: Bool, areFormulasCalculated: Bool, merged: [MergedCells]
    ) {
        self.texts = texts
        self.formats = formats
        self.isFrom1904 = isFrom1904
        self.areFormulasCalculated = areFormulasCalculated
        self.merged = merged.sorted { $0.rows.lowerBound > $1.rows.lowerBound }
    }

    mutating func take(_ event: XMLEvent, _ receive: (SheetRow) throws -> Void) throws {
        switch event {
        case .start("sheetData", _): isInData = true
        case .end("sheetData"): isInData = false
        case .start(let element, let attributes):
            if isInData { try start(element, attributes) }
        case .text(let text):
            switch target {
            case .value: open?.value += text
            case .inlineText: open?.inlineText += text
            case nil: break
            }
        case .end(let element):
            if isInData { try end(element, receive) }
        }
    }

    private mutating func start(_ element: String, _ attributes: [String: String]) throws {
        switch element {
        case "row":
            let told = attributes["r"].flatMap { Int($0) }
            guard let next = told ?? (number < Int.max ? number + 1 : nil), next > number else {
                throw WorkbookError("row \(attributes["r"] ?? "") follows row \(number)")
            }
            (number, nextColumn) = (next, 0)
            cells.removeAll(keepingCapacity: true)
        case "c":
            let column = attributes["r"].map { CellReference($0)?.column } ?? nextColumn
            guard let column, column >= nextColumn, column < CellReference.columnLimit else {
                throw WorkbookError("cell \(attributes["r"] ?? "") of row \(number) is out of place")
            }
            nextColumn = column + 1
            open = Open(
                column: column, kind: attributes["t"] ?? "n", style: attributes["s"].flatMap { Int($0) } ?? 0)
        case "f": open?.hasFormula = true
        case "v": target = open == nil ? nil : .value
        case "rPh": aids += 1
        case "t": target = open == nil || aids > 0 ? nil : .inlineText
        default: break
        }
    }

    private mutating func end(_ element: String, _ receive: (SheetRow) throws -> Void) throws {
        switch element {
        case "v", "t": target = nil
        case "rPh": aids -= 1
        case "c":
            guard let cell = open.take(), let content = try content(of: cell) else { return }
            while cells.count < cell.column { cells.append(.text("")) }
            cells.append(content)
            if case .text(let text) = content { size += text.utf8.count }
            // An empty cell beside a far one costs memory, too.
            size += 16
            guard size <= WorkbookReader.largestText else {
                throw WorkbookError("its cells have more than \(WorkbookReader.largestText >> 20) MB of text")
            }
        case "row":
            guard !cells.isEmpty else { return }
            size += 16 * cells.count
            try receive(SheetRow(number: number, cells: cells, merged: takeMerged()))
        default: break
        }
    }

    private mutating func takeMerged() -> [MergedCells] {
        var begun: [MergedCells] = []
        while let next = merged.last, next.rows.lowerBound <= number { begun.append(merged.removeLast()) }
        return begun
    }

    /// Nil for a cell without a value, such as one that is only coloured.
    private func content(of cell: Open) throws -> SheetRow.Cell? {
        if cell.kind == "inlineStr" {
            return cell.inlineText.isEmpty ? nil : .text(EscapedText.decoded(cell.inlineText))
        }
        let value = cell.value
        let advice = "open the file in a spreadsheet and save it again"
        guard !cell.hasFormula || areFormulasCalculated else {
            // Programs that do not calculate write 0 for each value, and ask the next one to calculate.
            return .unreadable("has a formula that was not calculated: \(advice)")
        }
        guard !value.isEmpty else {
            // An empty text is a formula's value, too. Where the kind of the value is not text, there is none.
            guard cell.hasFormula, cell.kind != "str" else { return nil }
            return .unreadable("has a formula without a value: \(advice)")
        }
        switch cell.kind {
        case "s":
            guard let index = Int(value), texts.indices.contains(index) else {
                throw WorkbookError("a cell of row \(number) names a text that is not there")
            }
            return texts[index].isEmpty ? nil : .text(texts[index])
        case "str": return .text(EscapedText.decoded(value))
        case "b": return .text(value == "1" || value == "true" ? "TRUE" : "FALSE")
        case "e": return .unreadable("has the error \(value.prefix(20))")
        case "d": return .text(value)
        default:
            let format = formats.indices.contains(cell.style) ? formats[cell.style] : .plain
            guard let text = CellNumber.text(value, format, isFrom1904: isFrom1904) else {
                throw WorkbookError("a cell of row \(number) has a number that is not one")
            }
            return .text(text)
        }
    }
}
