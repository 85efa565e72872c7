internal import Faults

/// Puts a code and what says which one it is on a label: the code as large as the texts allow.
struct CodeComposer: Sendable {
    /// The smallest circle in micrometres.
    let smallest: Double

    /// Places everything, or says what does not fit.
    func compose(
        _ drawing: CodeDrawing, position: Int, label: Frame, on context: DrawingContext
    ) throws(LabelsError) -> PlacedCode {
        var largest = 0.0
        for scale in [1, 0.9, 0.8, 0.7, 0.6] {
            guard let placed = try place(drawing, position: position, label: label, scale: scale, on: context) else {
                continue
            }
            if placed.diameter >= smallest { return placed }
            largest = max(largest, placed.diameter)
        }
        guard largest > 0 else {
            throw LabelsError(
                code: .textDoesNotFit, message: "cannot print the code of tag \(drawing.tag)",
                reason: "its URL and file name do not fit at \(Int(TextItem.smallestSize)) pt beside the code",
                next: "use a larger label: waymark stock list")
        }
        throw LabelsError(
            code: .symbolTooSmall, message: "cannot print the code of tag \(drawing.tag)",
            reason: "\(millimetres(largest)) mm of code fit beside its texts with the white that it needs; "
                + "\(millimetres(smallest)) mm needed",
            next: "use a larger label: waymark stock list")
    }

    /// One attempt; nil when the texts do not fit.
    private func place(
        _ drawing: CodeDrawing, position: Int, label: Frame, scale: Double, on context: DrawingContext
    ) throws(LabelsError) -> PlacedCode? {
        let isWide = label.width > 1.4 * label.height
        let edge = LabelDesign.textEdge
        let width = isWide ? 0.45 * label.width - edge : label.width - 2 * edge
        guard let block = try FittedBlock.fit(items(of: drawing), width: width, .whole(scale: scale), on: context),
            block.height <= label.height - 2 * edge
        else { return nil }
        let room =
            isWide
            ? Frame(x: label.x, y: label.y, width: 0.55 * label.width, height: label.height)
            : Frame(x: label.x, y: label.y, width: label.width, height: label.height - block.height - edge)
        // The white around the drawing is within the label's edge, and separates it from the texts below.
        let inner = Frame(
            x: room.x + LabelDesign.edge, y: room.y + LabelDesign.edge, width: room.width - 2 * LabelDesign.edge,
            height: room.height - (isWide ? 2 : 1) * LabelDesign.edge)
        let clear = CodeDrawing.clearSpace * drawing.diameter
        let unit = min(
            inner.width / (drawing.width + 2 * clear), inner.height / (drawing.height + 2 * clear))
        guard unit > 0 else { return nil }
        let size = (width: unit * drawing.width, height: unit * drawing.height)
        let frame = Frame(
            x: inner.x + (inner.width - size.width) / 2, y: inner.y + (inner.height - size.height) / 2,
            width: size.width, height: size.height)
        let texts =
            isWide
            ? block.placed(x: room.right, y: label.y + (label.height - block.height) / 2, alignment: .natural)
            : block.placed(x: label.x + edge, y: room.bottom, alignment: .centre)
        return PlacedCode(drawing: drawing, position: position, frame: frame, texts: texts)
    }

    /// Apple asks for the URL and the file's name beside each code, so that a mix-up is seen by eye.
    private func items(of drawing: CodeDrawing) -> [TextItem] {
        let place = [drawing.placement, drawing.store].filter { !$0.isEmpty }.joined(separator: " \u{b7} ")
        return [
            TextItem(what: "placement and store", text: place, style: .strong, size: 8),
            TextItem(what: "file name", text: drawing.file, style: .monospaced, size: 6.5, gap: 500),
            TextItem(what: "URL", text: drawing.url, style: .monospaced, size: 6.5, gap: 300),
        ].filter { !$0.text.isEmpty }
    }

    private func millimetres(_ micrometres: Double) -> String { (micrometres / 1_000).formatted(decimals: 1) }
}
