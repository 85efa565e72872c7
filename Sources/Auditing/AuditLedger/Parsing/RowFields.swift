internal import CSV
internal import Registry

/// A row of a file as bytes, and the ranges of its columns in them.
package struct RowFields {
    /// For each column of the schema, its range; empty when it is absent.
    package var ranges: [Range<Int>]

    package init(columns: Int) {
        ranges = Array(repeating: 0..<0, count: columns)
    }

    /// Takes the current row of a piece; each range is that of the field's text, see `FormulaText`.
    mutating func place(_ rows: FastRows, of bytes: Span<UInt8>, _ layout: RowLayout) {
        for (column, position) in layout.positions.enumerated() {
            ranges[column] = position.map { FormulaText.range(of: rows[$0], in: bytes) } ?? 0..<0
        }
    }

    package static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String { ByteText.text(bytes, range) }
}

/// Why a row is bad.
package struct RowComplaint: Error {
    /// The column's position in the schema.
    package let column: Int
    package let reason: String

    init(_ column: Int, _ reason: String) {
        self.column = column
        self.reason = reason
    }

    /// `latitude "x" is not a number`, with the field as written there, or `latitude is empty`.
    init(
        _ column: Int, of schema: TableSchema, _ bytes: Span<UInt8>, _ range: Range<Int>, because reason: String
    ) {
        let name = schema.names[column]
        let text = RowFields.text(bytes, range.prefix(480))
        self.init(column, range.isEmpty ? "\(name) is empty" : "\(name) \"\(text.prefix(120))\" \(reason)")
    }
}

extension Range<Int> {
    func prefix(_ count: Int) -> Range<Int> {
        lowerBound..<Swift.min(upperBound, lowerBound + count)
    }
}
