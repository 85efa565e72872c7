/// Columns of text, each as wide as its widest cell.
struct Table {
    private var rows: [[String]]

    init(_ header: [String]) {
        rows = [header]
    }

    mutating func append(_ row: [String]) { rows.append(row) }

    var text: String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? Self.width($0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column + 1 < row.count {
                    line += String(repeating: " ", count: widths[column] - Self.width(cell) + 2)
                }
            }
            return line
        }.joined(separator: "\n")
    }

    /// Columns that a terminal gives to a text: two for each character of the scripts that are written wide
    /// (Unicode Standard Annex 11; the ranges that names of places use).
    private static func width(_ text: String) -> Int {
        text.reduce(0) { width, character in
            let wide = character.unicodeScalars.first.map {
                (0x1100...0x115F).contains($0.value) || (0x2E80...0xA4CF).contains($0.value)
                    || (0xAC00...0xD7A3).contains($0.value) || (0xF900...0xFAFF).contains($0.value)
                    || (0xFF00...0xFF60).contains($0.value)
            }
            return width + (wide == true ? 2 : 1)
        }
    }
}
