/// Puts a symbol and the texts of a label into their places.
struct LabelComposer: Sendable {
    let design: LabelDesign
    let settings: SheetSettings

    private var dot: Double { 25_400 / Double(settings.dotsPerInch) }

    /// Places everything, or says what does not fit.
    ///
    /// The symbol is as large as it can be while the texts have their size. When that would make it less
    /// than useful, the texts shrink and wrap; only when they are as small as can be read does the symbol
    /// give way, down to the smallest module.
    func compose(
        _ content: LabelContent, symbol: QRSymbol, position: Int, frame: Frame, turn: borrowing DrawingTurn
    ) throws(LabelsError) -> PlacedLabel {
        let (items, tail) = design.items(for: content, on: frame)
        let largestSide = design.largestSymbolSide(on: frame, items: items)
        let smallest = settings.minimumDotsPerModule
        let largest = Int(largestSide / (Double(symbol.sideWithQuietZone) * dot) + 1e-9)
        guard largest >= smallest else {
            throw symbolTooSmall(symbol, of: content, side: largestSide, dots: max(0, largest))
        }
        let useful = max(smallest, Int(design.usefulShare * Double(largest)))
        for leastDots in [useful, smallest] {
            for scale in [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3] {
                var fitted: (block: FittedBlock?, width: Double) = (nil, -1)
                for dots in stride(from: largest, through: leastDots, by: -1) {
                    let side = Double(symbol.sideWithQuietZone * dots) * dot
                    let square = dots == largest ? design.square(forLargest: side, of: largestSide) : side
                    let region = design.textRegion(on: frame, besides: square)
                    if region.width != fitted.width {
                        let block = try FittedBlock.fit(items, width: region.width, scale: scale, turn: turn)
                        fitted = (block, region.width)
                    }
                    guard let block = fitted.block, block.height <= region.height else { continue }
                    let corner = design.symbolCorner(
                        on: frame, side: side, square: square, slack: region.height - block.height)
                    let placed = place(symbol, dots: dots, corner: corner)
                    let texts = design.placed(block, tail: tail, in: region, besides: placed.frame)
                    return PlacedLabel(
                        content: content, position: position, frame: frame, symbol: placed, texts: texts)
                }
            }
        }
        throw LabelsError(
            code: .textDoesNotFit,
            message: "cannot print the label of tag \(content.tag)",
            reason: "its text does not fit at \(TextItem.smallestSize) pt beside the symbol",
            next: "shorten the placement or the store name, or use a larger label")
    }

    /// Puts the upper left corner of the quiet zone on the dot grid.
    private func place(_ symbol: QRSymbol, dots: Int, corner: (x: Double, y: Double)) -> PlacedSymbol {
        let quiet = QRSymbol.quietZone * dots
        return PlacedSymbol(
            symbol: symbol, x: Int((corner.x / dot).rounded()) + quiet,
            y: Int((corner.y / dot).rounded()) + quiet, dotsPerModule: dots, dotsPerInch: settings.dotsPerInch
        )
    }

    private func symbolTooSmall(
        _ symbol: QRSymbol, of content: LabelContent, side: Double, dots: Int
    ) -> LabelsError {
        let least = Double(settings.minimumDotsPerModule) * dot
        let excess = excessCharacters(of: symbol.text, modules: Int(side / least + 1e-9))
        let needed = (Double(settings.minimumModule) / 1_000).formatted(decimals: 2)
        return LabelsError(
            code: .symbolTooSmall,
            message: "cannot print the symbol of tag \(content.tag)",
            reason: "\((Double(dots) * dot / 1_000).formatted(decimals: 2)) mm per module at "
                + "\((side / 1_000).formatted(decimals: 1)) mm (\(dots) dots at \(settings.dotsPerInch) dpi); "
                + "\(needed) mm needed",
            next: excess.map {
                "shorten the URL by \($0) character\($0 == 1 ? "" : "s") or use a larger label"
            }
                ?? "use a larger label")
    }

    /// By how many characters a text is too long for a symbol of so many modules with its quiet zone; nil
    /// when not even one character would fit. Libqrencode knows what fits, so it is asked.
    private func excessCharacters(of text: String, modules: Int) -> Int? {
        func fits(_ length: Int) -> Bool {
            guard let symbol = try? QRSymbol(String(text.prefix(length)), level: settings.level) else {
                return false
            }
            return symbol.sideWithQuietZone <= modules
        }
        guard fits(1) else { return nil }
        var fitting = 1
        var tooLong = text.count
        while tooLong - fitting > 1 {
            let middle = (fitting + tooLong) / 2
            if fits(middle) { fitting = middle } else { tooLong = middle }
        }
        return text.count - fitting
    }
}
