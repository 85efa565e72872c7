internal import Faults
import SymbolDecoding

extension SheetPage {
    /// Draws the page as it will be printed and reads it back: in each label there is exactly one symbol, it
    /// carries the label's URL byte for byte, and its quiet zone is white. Throws otherwise, naming the tag.
    ///
    /// It proves the data and the places, not the ink: scan samples from paper too. A row of labels is drawn
    /// at a time, with all that reaches into it, because a whole page at 600 dpi takes 33 MB.
    func check(on stock: LabelStock, dotsPerInch: Int, desk: DrawingContext) throws(LabelsError) {
        var rest = labels[...]
        while let first = rest.first {
            let row = rest.prefix { $0.frame.y == first.frame.y }
            rest = rest.dropFirst(row.count)
            let surface = try surface(
                of: stock.row, top: first.frame.y, bottom: first.frame.bottom, dotsPerInch: dotsPerInch, on: desk)
            for label in row { try check(label, on: surface, desk: desk) }
        }
    }

    private func check(
        _ label: PlacedLabel, on surface: borrowing GreySurface, desk: DrawingContext
    ) throws(LabelsError) {
        let module = Int(label.symbol.module * Double(surface.dotsPerInch) / 25_400)
        let found = try desk.symbols(in: try surface.picture(of: label.frame), module: module)
        guard found.count == 1, let symbol = found.first else {
            throw .symbolWrong(label, page: number, "the label reads as \(found.count) symbols")
        }
        guard symbol.payload == Array(label.content.url.utf8) else {
            let payload = String(decoding: symbol.payload, as: UTF8.self)
            throw .symbolWrong(label, page: number, "it reads as \"\(payload)\"")
        }
        // Decoders forgive a missing quiet zone, so a symbol that reads proves nothing about it.
        for strip in label.symbol.quietStrips {
            let isWhite = try surface.picture(of: strip).pixels.allSatisfy { $0 == 255 }
            guard isWhite else { throw .symbolWrong(label, page: number, "there is ink in its quiet zone") }
        }
    }
}

extension PlacedSymbol {
    /// The quiet zone as four rectangles: above, below, left and right of the modules.
    fileprivate var quietStrips: [Frame] {
        let (inner, outer) = (frame, quietFrame)
        let quiet = inner.x - outer.x
        return [
            Frame(x: outer.x, y: outer.y, width: outer.width, height: quiet),
            Frame(x: outer.x, y: inner.bottom, width: outer.width, height: quiet),
            Frame(x: outer.x, y: inner.y, width: quiet, height: inner.height),
            Frame(x: inner.right, y: inner.y, width: quiet, height: inner.height),
        ]
    }
}

extension LabelsError {
    fileprivate static func symbolWrong(_ label: PlacedLabel, page: Int, _ reason: String) -> LabelsError {
        LabelsError(
            code: .symbolWrong,
            message:
                "the symbol of tag \(label.content.tag) on sheet \(page), label \(label.position) is wrong",
            reason: "\(reason); it should read as \"\(label.content.url)\"",
            next: "nothing was written; report this with the URL and the stock")
    }
}
