import SymbolDecoding

/// What is drawn on a page, or on a rectangle of it. All of it is black, so the order shows nowhere.
struct PageDrawing {
    private enum Mark {
        case line(RuledLine)
        case symbol(PlacedSymbol)
        case logo(PlacedLogo)
        case text(PlacedText)
    }

    /// Each with the rectangle that holds all its ink.
    private let marks: [(reach: Frame, mark: Mark)]

    init(_ page: SheetPage) {
        let texts = page.marginTexts + page.labels.flatMap(\.texts)
        marks =
            page.lines.map { ($0.reach, .line($0)) } + page.labels.map { ($0.symbol.frame, .symbol($0.symbol)) }
            + page.labels.flatMap(\.logos).map { ($0.reach, .logo($0)) } + texts.map { ($0.reach, .text($0)) }
    }

    /// A rectangle of the page as grey pixels, with all that reaches into it. `pixel`: a pixel's side in micrometres.
    func picture(of frame: Frame, pixel: Double, on context: DrawingContext) throws(LabelsError) -> GreyPicture {
        let surface = try GreySurface(frame, pixel: pixel)
        let canvas = surface.canvas()
        for (reach, mark) in marks where reach.intersects(frame) {
            switch mark {
            case .line(let line): canvas.draw(line)
            case .symbol(let symbol): canvas.draw(symbol)
            case .logo(let logo): canvas.draw(logo)
            case .text(let text): try canvas.draw(text, on: context)
            }
        }
        try canvas.check()
        return try surface.picture()
    }
}
