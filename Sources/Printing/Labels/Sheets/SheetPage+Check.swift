internal import Faults
import SymbolDecoding

extension SheetPage {
    /// Draws what will be printed of each symbol and its quiet zone, with everything that reaches into it, and reads it
    /// back. Throws, naming the tag, unless each label is at its place of the stock and has one symbol: on the label,
    /// with modules of at least `smallestModule` micrometres, which carries the label's URL byte for byte, is as it was
    /// encoded, module by module, and has white around it.
    ///
    /// It proves the data and the places, not the ink: scan samples from paper too.
    func check(
        on stock: LabelStock, smallestModule: Int, by check: SheetCheck, context: DrawingContext
    ) throws(LabelsError) {
        let drawing = PageDrawing(self)
        for label in labels {
            try checkPlace(of: label, on: stock, smallestModule: smallestModule)
            for looks in check.looks {
                for (number, look) in looks.enumerated() {
                    let picture = try drawing.picture(
                        of: label.symbol.quietFrame, pixel: label.symbol.module / Double(look.pixelsPerModule),
                        on: context)
                    let found = try context.symbols(in: picture, look)
                    if found.isEmpty, number + 1 < looks.count { continue }
                    try self.check(label, found, in: picture, pixelsPerModule: look.pixelsPerModule)
                    break
                }
            }
        }
    }

    private func checkPlace(
        of label: PlacedLabel, on stock: LabelStock, smallestModule: Int
    ) throws(LabelsError) {
        guard label.frame == stock.frame(ofPosition: label.position) else {
            throw .symbolWrong(label, page: number, "the label is not at its place on the stock")
        }
        let symbols = labels.count { $0.symbol.frame.intersects(label.frame) }
        guard symbols == 1 else { throw .symbolWrong(label, page: number, "there are \(symbols) symbols on the label") }
        guard label.frame.contains(label.symbol.quietFrame) else {
            throw .symbolWrong(label, page: number, "its quiet zone reaches beyond the label")
        }
        guard label.symbol.module + 1e-6 >= Double(smallestModule) else {
            throw .symbolWrong(
                label, page: number,
                "a module is \(Int(label.symbol.module)) um wide, and \(smallestModule) um are the least")
        }
    }

    private func check(
        _ label: PlacedLabel, _ found: [DecodedSymbol], in picture: GreyPicture, pixelsPerModule: Int
    ) throws(LabelsError) {
        let ink = StrayInk(in: picture, of: label.symbol.symbol, pixelsPerModule: pixelsPerModule)
        guard found.count == 1, let symbol = found.first else {
            let reason = found.isEmpty ? ink.reason : nil
            throw .symbolWrong(label, page: number, reason ?? "the label reads as \(found.count) symbols")
        }
        guard symbol.payload == Array(label.content.url.utf8) else {
            let payload = String(decoding: symbol.payload, as: UTF8.self)
            throw .symbolWrong(label, page: number, "it reads as \"\(payload)\"")
        }
        // Decoders forgive a missing quiet zone and ink over a few modules, so a symbol that reads proves nothing there.
        if let reason = ink.reason { throw .symbolWrong(label, page: number, reason) }
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
