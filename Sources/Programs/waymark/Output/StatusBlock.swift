import UnixSystem

/// A few lines at the end of the screen that are rewritten in place. On a terminal only.
struct StatusBlock {
    private var shown = 0

    mutating func show(_ lines: [String]) {
        guard Terminal.showsProgress else { return }
        clear()
        let width = Terminal.width
        Terminal.status(lines.map { Self.cut($0, to: width - 1) }.joined(separator: "\n"))
        shown = lines.count
    }

    /// As much of a line as fits: a line that is wider takes two rows, and only one is cleared.
    private static func cut(_ line: String, to width: Int) -> String {
        var columns = 0
        return String(
            line.prefix { character in
                columns += DisplayWidth.columns(of: character)
                return columns <= width
            })
    }

    mutating func clear() {
        guard Terminal.showsProgress, shown > 0 else { return }
        Terminal.erase(lines: shown)
        shown = 0
    }
}
