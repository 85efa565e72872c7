/// A straight black line. Ends are micrometres on the page, the width is points.
struct RuledLine: Sendable, Equatable {
    var x1: Double
    var y1: Double
    var x2: Double
    var y2: Double
    var width = 0.25

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
