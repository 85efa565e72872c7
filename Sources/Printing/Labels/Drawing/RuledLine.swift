/// A straight black line. Ends are micrometres on the page, the width is points.
struct RuledLine: Sendable, Equatable {
    var x1: Double
    var y1: Double
    var x2: Double
    var y2: Double
    var width = 0.25

    /// The rectangle that holds all its ink.
    var reach: Frame {
        Frame(x: min(x1, x2), y: min(y1, y2), width: abs(x2 - x1), height: abs(y2 - y1))
            .grown(by: Points.toMicrometres(width))
    }

    /// What of a level or an upright line is outside a rectangle: the whole line, a part, two parts, or nothing.
    func outside(_ frame: Frame) -> [RuledLine] {
        let isLevel = y1 == y2
        guard isLevel || x1 == x2 else { return [self] }
        let (from, to) = isLevel ? (min(x1, x2), max(x1, x2)) : (min(y1, y2), max(y1, y2))
        let (first, last) = isLevel ? (frame.x, frame.right) : (frame.y, frame.bottom)
        let isBeside = isLevel ? y1 <= frame.y || y1 >= frame.bottom : x1 <= frame.x || x1 >= frame.right
        if isBeside || to <= first || from >= last { return [self] }
        return [(from, first), (last, to)].filter { $0.0 < $0.1 }.map { start, end in
            isLevel
                ? RuledLine(x1: start, y1: y1, x2: end, y2: y1, width: width)
                : RuledLine(x1: x1, y1: start, x2: x1, y2: end, width: width)
        }
    }

    /// The four edges of a rectangle.
    static func around(_ frame: Frame) -> [RuledLine] {
        [
            RuledLine(x1: frame.x, y1: frame.y, x2: frame.right, y2: frame.y),
            RuledLine(x1: frame.right, y1: frame.y, x2: frame.right, y2: frame.bottom),
            RuledLine(x1: frame.right, y1: frame.bottom, x2: frame.x, y2: frame.bottom),
            RuledLine(x1: frame.x, y1: frame.bottom, x2: frame.x, y2: frame.y),
        ]
    }
}
