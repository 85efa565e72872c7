internal import Faults

/// Puts a symbol and the texts of a label into their places.
struct LabelComposer: Sendable {
    let settings: SheetSettings

    private var dot: Double { 25_400 / Double(settings.dotsPerInch) }

    /// Places everything, or says what does not fit.
    ///
    /// The symbol is as large as it can be while the texts have their size. When that would make it less
    /// than useful, the texts shrink and wrap; only when they are as small as can be read does the symbol
    /// give way, down to the smallest module. What fits beside that in no way loses the middle of its names.
    func compose(
        _ content: LabelContent, symbol: QRSymbol, position: Int, frame: Frame, on context: DrawingContext
    ) throws(LabelsError) -> PlacedLabel {
        let design = LabelDesign(for: frame, sign: content.design)
        let strip = LogoStrip(settings.logo, in: frame, design: design)
        let (items, tail) = design.items(for: content, on: frame)
        let head = design.head(for: content, on: frame)
        // The smallest head there can be decides whether the label is too small.
        let headEdge = design.headEdge(on: frame)
        let headMargin = headEdge - LabelDesign.edge + LabelDesign.headGap
        let smallestHead = head.isEmpty ? 0 : LabelDesign.smallestLine + headMargin
        let most = dots(design.largestSymbolSide(in: strip.rest.below(smallestHead), items: items), symbol)
        let smallest = settings.minimumDotsPerModule
        guard most >= smallest else {
            let side = design.largestSymbolSide(in: strip.rest.below(smallestHead), items: items)
            throw symbolTooSmall(
                symbol, of: content, side: side, dots: max(0, most), square: smallestSquare(for: symbol, of: content))
        }
        for attempt in Self.attempts {
            let leastDots = max(smallest, attempt.isUseful ? Int(design.usefulShare * Double(most)) : 0)
            let width = strip.rest.width - 2 * headEdge
            guard let headBlock = try FittedBlock.fit(head, width: width, attempt.fitting, on: context) else {
                continue
            }
            let rest = strip.rest.below(head.isEmpty ? 0 : headBlock.height + headMargin)
            guard
                let parts = try arrange(
                    symbol, items: items, tail: tail, design: design, in: rest, attempt.fitting,
                    leastDots: leastDots, on: context)
            else { continue }
            let headTexts = headBlock.placed(
                x: strip.rest.x + headEdge, y: strip.rest.y + headEdge, alignment: .centre)
            return PlacedLabel(
                content: content, position: position, frame: frame, symbol: parts.symbol, logos: strip.logos,
                texts: headTexts + parts.texts)
        }
        throw LabelsError(
            code: .textDoesNotFit,
            message: "cannot print the label of tag \(content.tag)",
            reason: "its text does not fit at \(Int(TextItem.smallestSize)) pt beside the symbol, "
                + "not even with shortened names",
            next: "use a larger label, or leave out the placement or the call to action")
    }

    /// How a label is tried, the best way first: whether the symbol keeps its useful size, and what happens to the texts.
    private static let attempts: [(isUseful: Bool, fitting: TextFitting)] = {
        let whole = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3].map { TextFitting.whole(scale: $0) }
        let shortened = [4, 3, 2, 1].map { TextFitting.shortened(lines: $0) }
        return [whole, shortened].flatMap { fittings in
            [true, false].flatMap { isUseful in fittings.map { (isUseful, $0) } }
        }
    }()

    /// Places the symbol and the texts below or beside it in one way; nil when that does not fit.
    private func arrange(
        _ symbol: QRSymbol, items: [TextItem], tail: Int, design: LabelDesign, in rest: Frame,
        _ fitting: TextFitting, leastDots: Int, on context: DrawingContext
    ) throws(LabelsError) -> (symbol: PlacedSymbol, texts: [PlacedText])? {
        let largestSide = design.largestSymbolSide(in: rest, items: items)
        let largest = dots(largestSide, symbol)
        var fitted: (block: FittedBlock?, width: Double) = (nil, -1)
        for dots in stride(from: largest, through: leastDots, by: -1) {
            let side = Double(symbol.sideWithQuietZone * dots) * dot
            let square = dots == largest ? design.square(forLargest: side, of: largestSide) : side
            let region = design.textRegion(in: rest, besides: square)
            if region.width != fitted.width {
                let block = try FittedBlock.fit(items, width: region.width, fitting, on: context)
                fitted = (block, region.width)
            }
            guard let block = fitted.block, block.height <= region.height else { continue }
            let corner = design.symbolCorner(
                in: rest, side: side, square: square, slack: region.height - block.height)
            let placed = place(symbol, dots: dots, corner: corner)
            return (placed, design.placed(block, tail: tail, in: region, besides: placed.frame))
        }
        return nil
    }

    /// Whole dots that a module can have in a square for the symbol and its quiet zone.
    private func dots(_ side: Double, _ symbol: QRSymbol) -> Int {
        max(0, Int(side / (Double(symbol.sideWithQuietZone) * dot) + 1e-9))
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
        _ symbol: QRSymbol, of content: LabelContent, side: Double, dots: Int, square: Int?
    ) -> LabelsError {
        let least = Double(settings.minimumDotsPerModule) * dot
        let excess = excessCharacters(of: symbol.text, modules: Int(side / least + 1e-9))
        let needed = (Double(settings.minimumModule) / 1_000).formatted(decimals: 2)
        let shorter = excess.map { "shorten the URL by \($0) character\($0 == 1 ? "" : "s")" }
        let larger = square.map { "use a label of \($0) x \($0) mm or more" }
        return LabelsError(
            code: .symbolTooSmall,
            message: "cannot print the symbol of tag \(content.tag)",
            reason: "\((Double(dots) * dot / 1_000).formatted(decimals: 2)) mm per module at "
                + "\((side / 1_000).formatted(decimals: 1)) mm (\(dots) dots at \(settings.dotsPerInch) dpi, "
                + "\(symbol.sideWithQuietZone) modules with the quiet zone); \(needed) mm needed",
            next: [shorter, larger].compactMap { $0 }.joined(separator: ", or "))
    }

    /// The side in millimetres of the smallest square label on which the symbol has modules that are large enough,
    /// with the smallest text.
    private func smallestSquare(for symbol: QRSymbol, of content: LabelContent) -> Int? {
        (10...500).first { side in
            let frame = Frame(x: 0, y: 0, width: Double(side) * 1_000, height: Double(side) * 1_000)
            let design = LabelDesign(for: frame, sign: content.design)
            let rest = LogoStrip(settings.logo, in: frame, design: design).rest
            let isBare = design.head(for: content, on: frame).isEmpty
            let margin = design.headEdge(on: frame) - LabelDesign.edge + LabelDesign.headGap
            let head = isBare ? 0 : LabelDesign.smallestLine + margin
            let items = design.items(for: content, on: frame).items
            let largest = design.largestSymbolSide(in: rest.below(head), items: items)
            return dots(largest, symbol) >= settings.minimumDotsPerModule
        }
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
