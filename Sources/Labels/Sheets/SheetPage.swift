/// A page as data: what is drawn, and where. Every output is drawn from it, and so is the check.
struct SheetPage: Sendable {
    /// From 1.
    let number: Int
    var labels: [PlacedLabel]
    /// The job line, outside the labels.
    let marginTexts: [PlacedText]
    /// Edges of labels to draw, used ones and free ones.
    let outlines: [Frame]

    func draw(on canvas: borrowing Canvas, turn: borrowing DrawingTurn) throws(LabelsError) {
        for frame in outlines { canvas.outline(frame) }
        for text in marginTexts { try canvas.draw(text, turn: turn) }
        for label in labels {
            canvas.draw(label.symbol)
            for text in label.texts { try canvas.draw(text, turn: turn) }
        }
        canvas.endPage()
        try canvas.check()
    }
}
