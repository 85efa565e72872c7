/// A QR symbol as text: two rows of modules to a line. The quiet zone and the light modules are painted and the dark
/// ones are left, so it is for light text on a dark ground: ``Terminal/symbol(_:)`` sees to that.
enum SymbolText {
    private static let quietZone = 4

    /// `rows`: 1 for a dark module, without a quiet zone.
    static func lines(of rows: [String]) -> [String] {
        let side = rows.count + 2 * quietZone
        let modules = rows.map { Array($0.utf8) }
        func isLight(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - quietZone, column - quietZone)
            guard modules.indices.contains(row), modules[row].indices.contains(column) else { return true }
            return modules[row][column] != UInt8(ascii: "1")
        }
        return stride(from: 0, to: side, by: 2).map { row in
            (0..<side).map { column -> String in
                switch (isLight(row, column), row + 1 < side && isLight(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }
    }
}
