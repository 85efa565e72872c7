/// A text at the size and in the lines that fit a width. Nothing of it is cut.
struct FittedText: Sendable, Equatable {
    let item: TextItem
    /// Points.
    let size: Double
    /// The width it was fitted to, in micrometres.
    let width: Double
    let breaksWords: Bool
    let lines: [LineMetrics]

    /// Where the lines stand between the left and the right end of the width.
    enum Alignment: Sendable {
        case left
        case centre
        case right
    }

    /// Fits a text: first on one line, a little smaller if need be; then on more lines, so that it stays large;
    /// then as small as can be read; last with breaks inside words. `scale` shrinks the size to start from.
    /// Returns nil when even that does not fit. Throws when no font has the letters.
    static func fit(
        _ item: TextItem, width: Double, scale: Double, turn: borrowing DrawingTurn
    ) throws(LabelsError) -> FittedText? {
        let largest = max(TextItem.smallestSize, item.size * scale)
        for attempt in attempts {
            let smallest = max(TextItem.smallestSize, largest * attempt.share)
            for size in stride(from: largest, through: smallest, by: -0.25) {
                let layout = TextLayout(
                    item.text, style: item.style, size: size, width: width, breaksWords: attempt.breaksWords,
                    turn: turn)
                guard layout.unknownGlyphs == 0 else { throw .glyphsMissing(item) }
                let lines = layout.lines
                guard lines.count <= attempt.lines, lines.allSatisfy({ $0.width <= width }) else { continue }
                return FittedText(
                    item: item, size: size, width: width, breaksWords: attempt.breaksWords, lines: lines)
            }
        }
        return nil
    }

    /// Lines allowed, and the share of the largest size that is still tried with them.
    private static let attempts: [(lines: Int, share: Double, breaksWords: Bool)] = [
        (1, 0.7, false), (2, 0.65, false), (3, 0.65, false), (4, 0, false), (6, 0, true),
    ]

    /// Micrometres from the top of the first line to the bottom of the last.
    var height: Double {
        lines.reduce(0) { $0 + ascent(of: $1) + descent(of: $1) } + Double(lines.count - 1) * leading
    }

    /// The text with its first line's top at `y` and its width starting at `x`.
    func placed(x: Double, y: Double, alignment: Alignment) -> PlacedText {
        var top = y
        var baselines: [PlacedText.Baseline] = []
        for line in lines {
            let free = width - line.width
            let indent =
                switch alignment {
                case .left: 0.0
                case .centre: free / 2
                case .right: free
                }
            baselines.append(PlacedText.Baseline(x: x + indent, y: top + ascent(of: line)))
            top += ascent(of: line) + descent(of: line) + leading
        }
        return PlacedText(
            text: item.text, style: item.style, size: size, width: width, breaksWords: breaksWords,
            baselines: baselines)
    }

    // Lines get the room that Latin letters need, so that labels beside one another have their baselines at
    // the same height, and more only where a script reaches further up or down. The fonts' own line heights
    // would not do: those for Chinese, Japanese and Korean are half as large again.

    private var em: Double { Points.toMicrometres(size) }
    private var leading: Double { 0.12 * em }
    private func ascent(of line: LineMetrics) -> Double { max(line.ascent, 0.78 * em) }
    private func descent(of line: LineMetrics) -> Double { max(line.descent, 0.24 * em) }
}

extension LabelsError {
    fileprivate static func glyphsMissing(_ item: TextItem) -> LabelsError {
        LabelsError(
            code: .glyphsMissing,
            message: "cannot print the \(item.what) \"\(item.text)\"",
            reason: "no installed font has all its letters",
            next: "install a font for its script, such as fonts-noto-core or fonts-noto-cjk")
    }
}
