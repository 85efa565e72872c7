public import Faults
import Foundation

extension LabelStock {
    /// The most a stock file may have: a page of text describes a stock.
    private static let largestFile = 65_536

    /// Reads a stock from a JSON file: the fields of a ``StockRow`` and no others, in micrometres. The same checks
    /// apply as to the stocks that come with Waymark.
    public static func read(json file: [UInt8], name: String) throws(LabelsError) -> LabelStock {
        guard file.count <= largestFile else {
            throw .stockUnreadable(name, "it has more than \(largestFile) bytes")
        }
        let row: StockRow
        do {
            row = try JSONDecoder().decode(HandWritten<StockRow>.self, from: Data(file)).value
        } catch let error as DecodingError {
            throw .stockUnreadable(name, error.explanation(in: file))
        } catch {
            throw .stockUnreadable(name, "it is not JSON")
        }
        try LabelsError.refuseControlCharacters(in: row.part, what: "part number")
        try LabelsError.refuseControlCharacters(in: row.name, what: "stock name")
        return try LabelStock(row)
    }
}

extension LabelsError {
    fileprivate static func stockUnreadable(_ name: String, _ reason: String) -> LabelsError {
        LabelsError(
            code: .stockInvalid,
            message: "cannot use the stock file \(name)",
            reason: reason,
            next: "give part, name, pageWidth, pageHeight, labelWidth, labelHeight, columns, rows, left, top, pitchX "
                + "and pitchY; all lengths are whole micrometres")
    }
}
