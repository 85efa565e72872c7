import UnixSystem

/// Columns of text, each as wide as its widest cell; on a terminal that is narrower, cells are broken into lines.
struct Table {
    private var rows: [[String]]

    init(_ header: [String]) {
        rows = [header]
    }

    mutating func append(_ row: [String]) { rows.append(row) }

    /// As wide as the terminal that shows it. In a file and in a pipe every row is one line.
    var text: String { text(within: Terminal.resultWidth) }

    private static let gap = 2
    /// What a column keeps when the others need its place.
    private static let least = 8

    /// `columns`: those of the terminal; nil for as many as are needed.
    func text(within columns: Int?) -> String {
        let count = rows.map(\.count).max() ?? 0
        var widths = (0..<count).map { column in
            rows.map { column < $0.count ? DisplayWidth.columns(of: $0[column]) : 0 }.max() ?? 0
        }
        if let columns { Self.shrink(&widths, to: columns) }
        return rows.flatMap { Self.lines($0, widths) }.joined(separator: "\n")
    }

    /// Takes columns from the widest column, one after another. The first column names the row: it gives last.
    private static func shrink(_ widths: inout [Int], to columns: Int) {
        while widths.reduce(0, +) + gap * (widths.count - 1) > columns {
            let widest = widths.indices.dropFirst().filter { widths[$0] > least }.max { widths[$0] < widths[$1] }
            guard let index = widest ?? (widths.first.map { $0 > least } == true ? 0 : nil) else { return }
            widths[index] -= 1
        }
    }

    /// The lines of a row.
    private static func lines(_ row: [String], _ widths: [Int]) -> [String] {
        let cells = row.enumerated().map { broken($1, to: widths[$0]) }
        return (0..<(cells.map(\.count).max() ?? 0)).map { line in
            var text = ""
            var missing = 0
            for (column, cell) in cells.enumerated() {
                let piece = line < cell.count ? cell[line] : ""
                if !piece.isEmpty { text += String(repeating: " ", count: missing) + piece }
                if !piece.isEmpty { missing = 0 }
                missing += widths[column] - DisplayWidth.columns(of: piece) + gap
            }
            return text
        }
    }

    /// A cell in lines that fit: broken at spaces, and within words that are longer than a line.
    private static func broken(_ cell: String, to width: Int) -> [String] {
        guard DisplayWidth.columns(of: cell) > width else { return [cell] }
        var lines: [String] = []
        var line = ""
        for word in cell.split(separator: " ", omittingEmptySubsequences: false) {
            let joined = line.isEmpty ? String(word) : "\(line) \(word)"
            if DisplayWidth.columns(of: joined) <= width {
                line = joined
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = ""
            for character in word {
                if DisplayWidth.columns(of: line) + DisplayWidth.columns(of: character) > width, !line.isEmpty {
                    lines.append(line)
                    line = ""
                }
                line.append(character)
            }
        }
        return lines + [line]
    }
}
