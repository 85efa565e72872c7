/// A text with its place on the page.
struct PlacedText: Sendable, Equatable {
    /// The left end of a line's baseline, in micrometres on the page.
    struct Baseline: Sendable, Equatable {
        var x: Double
        var y: Double
    }

    let fitted: FittedText
    /// One for each line.
    let baselines: [Baseline]

    var text: String { fitted.item.text }
    var style: TextStyle { fitted.item.style }
    /// Points.
    var size: Double { fitted.size }

    /// Where its lines are, without ink that reaches beyond them.
    var frames: [Frame] {
        zip(baselines, fitted.lines).map { baseline, line in
            Frame(
                x: baseline.x - line.overhang, y: baseline.y - line.ascent, width: line.width,
                height: line.ascent + line.descent)
        }
    }

    /// The rectangle that holds all its ink, with an em to spare, on the page.
    var reach: Frame {
        let em = Points.toMicrometres(size)
        let top = (baselines.map(\.y).min() ?? 0) - 2 * em
        let bottom = (baselines.map(\.y).max() ?? 0) + 2 * em
        let left = (baselines.map(\.x).min() ?? 0) - em
        return Frame(x: left, y: top, width: fitted.width + 2 * em, height: bottom - top)
    }
}
