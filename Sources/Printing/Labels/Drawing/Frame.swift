/// A rectangle on a page, in micrometres from the page's upper left corner.
struct Frame: Sendable, Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var right: Double { x + width }
    var bottom: Double { y + height }

    /// What is left below a strip of this height.
    func below(_ strip: Double) -> Frame { Frame(x: x, y: y + strip, width: width, height: height - strip) }

    /// The same with a margin around it.
    func grown(by margin: Double) -> Frame {
        Frame(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
    }

    /// Whether all of another is inside, or less than a micrometre outside.
    func contains(_ other: Frame) -> Bool {
        let all = grown(by: 1)
        return all.x <= other.x && other.right <= all.right && all.y <= other.y && other.bottom <= all.bottom
    }

    func intersects(_ other: Frame) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }
}
