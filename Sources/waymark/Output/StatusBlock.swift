/// A few lines at the end of the screen that are rewritten in place. On a terminal only.
struct StatusBlock {
    private var shown = 0

    mutating func show(_ lines: [String]) {
        guard Terminal.showsProgress else { return }
        clear()
        let width = Terminal.width
        Terminal.status(lines.map { String($0.prefix(width - 1)) }.joined(separator: "\n"))
        shown = lines.count
    }

    mutating func clear() {
        guard Terminal.showsProgress, shown > 0 else { return }
        // To the start of the line, erase it; then one line up, as often as there are lines above.
        Terminal.status("\r\u{1B}[K" + String(repeating: "\u{1B}[1A\r\u{1B}[K", count: shown - 1))
        shown = 0
    }
}
