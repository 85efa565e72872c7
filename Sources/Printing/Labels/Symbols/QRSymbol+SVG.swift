public import Faults
internal import Markup

extension QRSymbol {
    /// The symbol with its quiet zone as an SVG: one path, black on white, at its printed size. The same input
    /// gives the same bytes. `module` is the width of a module in micrometres, 100 to 100 000.
    public func svg(tag: String, module: Int = 500) throws(LabelsError) -> [UInt8] {
        guard (100...100_000).contains(module) else {
            throw LabelsError(
                code: .settingInvalid,
                message: "cannot draw a symbol with modules of \(module) um",
                reason: "the range is 100 to 100000 um",
                next: "choose a value inside the range")
        }
        try LabelsError.refuseControlCharacters(in: tag, what: "tag identifier")
        let side = sideWithQuietZone
        let width = (Double(side * module) / 1_000).formatted(decimals: 3)
        var file = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="\(width)mm" height="\(width)mm" \
            viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">
            <title>\(MarkupText.escaped(tag))</title>
            <desc>\(MarkupText.escaped(text))</desc>
            <rect width="\(side)" height="\(side)" fill="#fff"/>
            <path fill="#000" d="
            """
        for row in 0..<modules.side {
            for run in modules.darkRuns(inRow: row) {
                file += "M\(run.lowerBound + Self.quietZone) \(row + Self.quietZone)h\(run.count)v1h-\(run.count)z"
            }
        }
        file += "\"/>\n</svg>\n"
        return Array(file.utf8)
    }
}

extension BitMatrix {
    /// The columns of a row that are dark, as runs from the left.
    func darkRuns(inRow row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for column in 0...side {
            let isDark = column < side && self[row, column]
            if isDark, start == nil { start = column }
            if !isDark, let first = start {
                runs.append(first..<column)
                start = nil
            }
        }
        return runs
    }
}
