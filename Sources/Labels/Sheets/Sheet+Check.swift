import SymbolDecoding

extension Sheet {
    /// Draws every page as it will be printed and reads it back: in each label there is exactly one symbol,
    /// it carries the label's URL byte for byte, and its quiet zone is white. Throws otherwise, naming the
    /// tag; then there is nothing to print.
    ///
    /// It proves the data and the places, not the ink: scan samples from paper too.
    public func checked() throws(LabelsError) -> CheckedSheet {
        var decoder = try SymbolDecoder.forCheck()
        for page in pages { try check(page, decoder: &decoder) }
        return CheckedSheet(sheet: self)
    }

    private func check(_ page: SheetPage, decoder: inout SymbolDecoder) throws(LabelsError) {
        // Pixels leave the turn as values, so that decoding does not keep others from drawing.
        let pictures = try DrawingTurn.take { turn throws(LabelsError) in
            let surface = try surface(for: page, dotsPerInch: settings.checkDotsPerInch, turn: turn)
            var pictures: [(label: GreyPicture, quietZone: [GreyPicture])] = []
            for label in page.labels {
                var strips: [GreyPicture] = []
                for strip in label.symbol.quietStrips { strips.append(try surface.picture(of: strip)) }
                pictures.append((try surface.picture(of: label.frame), strips))
            }
            return pictures
        }
        for (label, picture) in zip(page.labels, pictures) {
            let found = try decoder.symbolsForCheck(in: picture.label)
            guard found.count == 1, let symbol = found.first else {
                throw .symbolWrong(label, page: page.number, "the label reads as \(found.count) symbols")
            }
            guard symbol.payload == Array(label.content.url.utf8) else {
                let payload = String(decoding: symbol.payload, as: UTF8.self)
                throw .symbolWrong(label, page: page.number, "it reads as \"\(payload)\"")
            }
            // Decoders forgive a missing quiet zone, so a symbol that reads proves nothing about it.
            for strip in picture.quietZone where strip.pixels.contains(where: { $0 != 255 }) {
                throw .symbolWrong(label, page: page.number, "there is ink in its quiet zone")
            }
        }
    }

    func surface(
        for page: SheetPage, dotsPerInch: Int, turn: borrowing DrawingTurn
    ) throws(LabelsError) -> GreySurface {
        let surface = try GreySurface(
            pageWidth: stock.row.pageWidth, pageHeight: stock.row.pageHeight, dotsPerInch: dotsPerInch,
            turn: turn)
        try page.draw(on: surface.canvas(turn: turn), turn: turn)
        return surface
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

extension SymbolDecoder {
    fileprivate static func forCheck() throws(LabelsError) -> SymbolDecoder {
        do { return try SymbolDecoder() } catch { throw .decodingFailed(error) }
    }

    fileprivate mutating func symbolsForCheck(in picture: GreyPicture) throws(LabelsError) -> [DecodedSymbol] {
        do { return try symbols(in: picture) } catch { throw .decodingFailed(error) }
    }
}

extension LabelsError {
    fileprivate static func decodingFailed(_ error: SymbolDecodingError) -> LabelsError {
        LabelsError(code: .drawingFailed, message: error.message, reason: error.reason, next: error.next)
    }

    fileprivate static func symbolWrong(_ label: PlacedLabel, page: Int, _ reason: String) -> LabelsError {
        LabelsError(
            code: .symbolWrong,
            message:
                "the symbol of tag \(label.content.tag) on sheet \(page), label \(label.position) is wrong",
            reason: "\(reason); it should read as \"\(label.content.url)\"",
            next: "nothing was written; report this with the URL and the stock")
    }
}
