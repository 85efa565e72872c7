/// A code with its texts in their places. Lengths are micrometres on the page.
struct PlacedCode: Sendable {
    let drawing: CodeDrawing
    /// From 1, row by row, on its page.
    let position: Int
    /// The drawing, without the white around it.
    let frame: Frame
    let texts: [PlacedText]

    /// The width of the code's circle.
    var diameter: Double { frame.width / drawing.width * drawing.diameter }
}
