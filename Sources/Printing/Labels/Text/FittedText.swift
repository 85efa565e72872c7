internal import Faults

/// A text at the size and in the lines that fit a width. Nothing of it is cut without an ellipsis.
struct FittedText: Sendable, Equatable {
    /// What was asked, so that the same question is answered once.
    struct Question: Hashable {
        let text: String
        let style: TextStyle
        let size: Double
        let width: Double
        /// 0 for the whole text on as many lines as it takes.
        let lines: Int
    }

    /// The position of the lines between the left and the right end of the width.
    enum Alignment: Sendable {
        /// Where a reader of the text's script begins: on the right for Arabic and Hebrew.
        case natural
        case centre
        case right
    }

    let item: TextItem
    /// Points.
    let size: Double
    /// The width it was fitted to, in micrometres.
    let width: Double
    let breaksWords: Bool
    let isRightToLeft: Bool
    let lines: [LineMetrics]
    /// The glyphs of each line.
    let runs: [[GlyphRun]]

    /// Answers kept on a context. A batch of ten thousand tags asks for as many identifiers.
    private static let mostAnswers = 2_000

    /// Fits a text: whole, or a name without its middle. Returns nil when even that does not fit. Throws when no font
    /// has the letters.
    static func fit(
        _ item: TextItem, width: Double, _ fitting: TextFitting, on context: DrawingContext
    ) throws(LabelsError) -> FittedText? {
        let (scale, lines) =
            switch fitting {
            case .whole(let scale): (scale, 0)
            case .shortened(let lines): (0, item.isName ? lines : 0)
            }
        let largest = max(TextItem.smallestSize, item.size * scale)
        let question = Question(text: item.text, style: item.style, size: largest, width: width, lines: lines)
        if let known = context.fitted[question] { return known.map { $0.under(gap: item.gap) } }
        let fitted =
            lines == 0
            ? try whole(item, largest: largest, width: width, on: context)
            : try shortened(item, lines: lines, width: width, on: context)
        if context.fitted.count >= mostAnswers { context.fitted.removeAll(keepingCapacity: true) }
        context.fitted[question] = .some(fitted)
        return fitted
    }

    /// At its own size, on as many lines as it takes. Throws when no font has the letters.
    static func wrapped(
        _ item: TextItem, width: Double, on context: DrawingContext
    ) throws(LabelsError) -> FittedText {
        let layout = TextLayout(
            item.text, style: item.style, size: item.size, width: width, breaksWords: true, on: context)
        guard layout.unknownGlyphs == 0 else { throw .glyphsMissing(item) }
        return FittedText(
            item: item, size: item.size, width: width, breaksWords: true, isRightToLeft: layout.isRightToLeft,
            lines: layout.lines, runs: try layout.glyphRuns(on: context))
    }

    /// First on one line, a little smaller if need be; then on more lines, so that it stays large; then as small as can
    /// be read; last with breaks inside words.
    private static func whole(
        _ item: TextItem, largest: Double, width: Double, on context: DrawingContext
    ) throws(LabelsError) -> FittedText? {
        for attempt in attempts {
            let smallest = max(TextItem.smallestSize, largest * attempt.share)
            var size = largest
            while size >= smallest {
                let layout = TextLayout(
                    item.text, style: item.style, size: size, width: attempt.lines == 1 ? 1e9 : width,
                    breaksWords: attempt.breaksWords, on: context)
                guard layout.unknownGlyphs == 0 else { throw .glyphsMissing(item) }
                let lines = layout.lines
                let widest = lines.map(\.width).max() ?? 0
                if lines.count <= attempt.lines, widest <= width {
                    return FittedText(
                        item: item, size: size, width: width, breaksWords: attempt.breaksWords,
                        isRightToLeft: layout.isRightToLeft, lines: lines, runs: try layout.glyphRuns(on: context))
                }
                // Without hinting a line's width grows with its size, so the step on one line is known.
                let step = attempt.lines == 1 ? largest - 0.25 * (4 * largest * width / widest).rounded(.down) : 0
                size = min(size - 0.25, largest - step)
            }
        }
        return nil
    }

    /// At the smallest size: whole on so many lines, otherwise with as much of its beginning and its end as fits.
    private static func shortened(
        _ item: TextItem, lines: Int, width: Double, on context: DrawingContext
    ) throws(LabelsError) -> FittedText? {
        if let whole = try smallest(item, lines: lines, width: width, on: context) { return whole }
        var best: FittedText?
        var (fits, tooLong) = (leastKept - 1, item.text.count)
        while tooLong - fits > 1 {
            let middle = (fits + tooLong) / 2
            if let text = try smallest(item.shortened(to: middle), lines: lines, width: width, on: context) {
                (best, fits) = (text, middle)
            } else {
                tooLong = middle
            }
        }
        return best
    }

    private static func smallest(
        _ item: TextItem, lines most: Int, width: Double, on context: DrawingContext
    ) throws(LabelsError) -> FittedText? {
        let layout = TextLayout(
            item.text, style: item.style, size: TextItem.smallestSize, width: most == 1 ? 1e9 : width,
            breaksWords: true, on: context)
        guard layout.unknownGlyphs == 0 else { throw .glyphsMissing(item) }
        let lines = layout.lines
        guard lines.count <= most, lines.allSatisfy({ $0.width <= width }) else { return nil }
        return FittedText(
            item: item, size: TextItem.smallestSize, width: width, breaksWords: true,
            isRightToLeft: layout.isRightToLeft, lines: lines, runs: try layout.glyphRuns(on: context))
    }

    /// With fewer characters a name says nothing.
    private static let leastKept = 6

    /// Lines allowed, and the share of the largest size that is still tried with them.
    private static let attempts: [(lines: Int, share: Double, breaksWords: Bool)] = [
        (1, 0.7, false), (2, 0.65, false), (3, 0.65, false), (4, 0, false), (6, 0, true),
    ]

    /// The same answer for an item that differs in the white above it.
    private func under(gap: Double) -> FittedText {
        var item = item
        item.gap = gap
        return FittedText(
            item: item, size: size, width: width, breaksWords: breaksWords, isRightToLeft: isRightToLeft,
            lines: lines, runs: runs)
    }

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
                case .natural: isRightToLeft ? free : 0
                case .centre: free / 2
                case .right: free
                }
            baselines.append(PlacedText.Baseline(x: x + indent + line.overhang, y: top + ascent(of: line)))
            top += ascent(of: line) + descent(of: line) + leading
        }
        return PlacedText(fitted: self, baselines: baselines)
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
            next: FontPackage.advice(for: item.text))
    }
}
