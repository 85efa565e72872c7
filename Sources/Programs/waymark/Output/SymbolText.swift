/// A QR symbol for a terminal: two rows of modules to a line, light on the terminal's own dark or dark on its light, so
/// the quiet zone and the light modules are painted and the dark ones are left.
enum SymbolText {
    private static let quietZone = 4

    /// `rows`: 1 for a dark module, without a quiet zone.
    static func of(_ rows: [String]) -> String {
        let side = rows.count + 2 * quietZone
        let modules = rows.map { Array($0.utf8) }
        func isLight(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - quietZone, column - quietZone)
            guard modules.indices.contains(row), modules[row].indices.contains(column) else { return true }
            return modules[row][column] != UInt8(ascii: "1")
        }
        return stride(from: 0, to: side, by: 2).map { row in
            // Black and white are said, whatever the terminal's own colours are.
            let line = (0..<side).map { column in
                switch (isLight(row, column), row + 1 < side && isLight(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[97;40m" + line.joined() + "\u{1B}[0m"
        }.joined(separator: "\n")
    }
}
