/// A rectangle on a page, in micrometres from the page's upper left corner.
struct Frame: Sendable, Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var right: Double { x + width }
    var bottom: Double { y + height }
}
