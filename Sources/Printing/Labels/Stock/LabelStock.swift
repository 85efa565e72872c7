public import Faults

/// A kind of label sheet whose numbers add up to its page. Lengths are micrometres.
///
/// Adding up proves that the numbers agree with one another, not that they are true: hold a sheet printed
/// with outlines against the stock before the first run.
public struct LabelStock: Sendable, Equatable {
    /// The numbers, checked.
    public let row: StockRow
    /// What to measure before printing; empty when the numbers close to 0.1 mm.
    public let warnings: [String]

    /// Labels on one page.
    public var capacity: Int { row.columns * row.rows }

    /// Takes a row whose numbers close on both axes: page = near margin + labels and gaps + far margin.
    /// Up to 100 um is rounding, up to 1000 um is taken with a warning, more is refused.
    public init(_ row: StockRow) throws(LabelsError) {
        try Self.checkRanges(of: row)
        let across = Self.residual(
            page: row.pageWidth, near: row.left, far: row.right, size: row.labelWidth, pitch: row.pitchX,
            count: row.columns)
        let down = Self.residual(
            page: row.pageHeight, near: row.top, far: row.bottom, size: row.labelHeight, pitch: row.pitchY,
            count: row.rows)
        var warnings: [String] = []
        for (axis, residual) in [("across", across), ("down", down)] {
            switch abs(residual) {
            case ...100: break
            case ...1_000:
                warnings.append(
                    "stock \(row.part) is \(residual) um off \(axis) the page: measure your sheet")
            default: throw .stockDoesNotClose(row, axis: axis, residual: residual)
            }
        }
        for (axis, overlap) in [("across", row.labelWidth - row.pitchX), ("down", row.labelHeight - row.pitchY)]
        where overlap > 0 {
            warnings.append("labels of stock \(row.part) overlap by \(overlap) um \(axis): measure your sheet")
        }
        self.row = row
        self.warnings = warnings
    }

    /// Micrometres by which labels may overlap with a warning: the rounding of tables in millimetres.
    private static let largestOverlap = 100

    /// The frame of a label on its page. Positions count from 1, row by row, left to right.
    func frame(ofPosition position: Int) -> Frame {
        let index = position - 1
        return Frame(
            x: Double(row.left + index % row.columns * row.pitchX),
            y: Double(row.top + index / row.columns * row.pitchY),
            width: Double(row.labelWidth), height: Double(row.labelHeight))
    }

    private static func residual(page: Int, near: Int, far: Int?, size: Int, pitch: Int, count: Int) -> Int {
        page - (near + size + (count - 1) * pitch + (far ?? near))
    }

    private static func checkRanges(of row: StockRow) throws(LabelsError) {
        // Wide enough for any paper, narrow enough for the sums above.
        let length = 1...2_000_000
        let lengths = [
            row.pageWidth, row.pageHeight, row.labelWidth, row.labelHeight, row.pitchX, row.pitchY,
        ]
        let margins = [row.left, row.top, row.right ?? 0, row.bottom ?? 0]
        guard lengths.allSatisfy(length.contains), margins.allSatisfy((0...2_000_000).contains) else {
            throw .stockInvalid(row, "a length is outside 1 um to 2 m, or a margin is negative")
        }
        guard (1...100).contains(row.columns), (1...100).contains(row.rows) else {
            throw .stockInvalid(row, "columns and rows must be 1 to 100")
        }
        guard row.labelWidth - row.pitchX <= largestOverlap, row.labelHeight - row.pitchY <= largestOverlap else {
            throw .stockInvalid(row, "labels overlap: the pitch is smaller than the label")
        }
    }
}

extension LabelsError {
    fileprivate static func stockInvalid(_ row: StockRow, _ reason: String) -> LabelsError {
        LabelsError(
            code: .stockInvalid,
            message: "cannot use stock \(row.part)",
            reason: reason,
            next: "correct its row; all lengths are micrometres")
    }

    fileprivate static func stockDoesNotClose(_ row: StockRow, axis: String, residual: Int) -> LabelsError {
        LabelsError(
            code: .stockDoesNotClose,
            message: "cannot use stock \(row.part)",
            reason: "margins, labels and gaps \(axis) the page miss its size by \(residual) um",
            next: "measure a sheet, and state the far margin if it differs from the near one")
    }
}
