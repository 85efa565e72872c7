/// How a label is arranged: what it says, how large, and where. Lengths are micrometres.
///
/// A new design is a new case here; fitting, drawing and checking do not know the cases.
enum LabelDesign: Sendable, Equatable {
    /// The symbol above, the text centred below: for labels that are about as wide as high.
    case stacked
    /// The symbol on the left, the text on the right: for wide labels.
    case sideBySide

    /// Printers and stock shift by about this much; nothing comes closer to the label's edge.
    static let edge = 1_000.0
    /// Text keeps further away, because a letter on the edge looks like a mistake.
    static let textEdge = 2_000.0
    /// The last line of a stacked label may come closer: it has white on both sides.
    static let footEdge = 1_700.0

    init(for label: Frame) {
        self = label.width > 1.4 * label.height ? .sideBySide : .stacked
    }

    /// The texts of a label from the top. `tail` of them stand at the foot.
    func items(for content: LabelContent, on label: Frame) -> (items: [TextItem], tail: Int) {
        let store = "store identifier"
        let tag = "tag identifier"
        switch self {
        case .stacked:
            let scale = min(max(min(label.width, label.height) / 38_100, 0.85), 1.8)
            let identifiers = TextItem(
                what: "\(store) and \(tag)", text: "\(content.store) \u{b7} \(content.tag)",
                style: .monospaced,
                size: 5.25 * scale, gap: 400 * scale)
            return (names(of: content, sizes: (9.25, 6.75), gap: 250, scale: scale) + [identifiers], 0)
        case .sideBySide:
            let scale = min(max(label.height / 38_100, 0.7), 1.4)
            let identifiers = [(store, content.store), (tag, content.tag)].map { what, text in
                TextItem(what: what, text: text, style: .monospaced, size: 7 * scale, gap: 450 * scale)
            }
            return (names(of: content, sizes: (15, 9.5), gap: 900, scale: scale) + identifiers, 2)
        }
    }

    /// The largest square for the symbol and its quiet zone, with the smallest text beside or below it.
    func largestSymbolSide(on label: Frame, items: [TextItem]) -> Double {
        switch self {
        case .stacked:
            let em = Points.toMicrometres(TextItem.smallestSize)
            let text = items.reduce(0) { $0 + 1.02 * em + $1.gap } - (items.first?.gap ?? 0)
            return min(label.width - 2 * Self.edge, label.height - Self.edge - Self.footEdge - text)
        case .sideBySide:
            return min(label.height - 2 * Self.edge, 0.55 * label.width)
        }
    }

    /// The square that a symbol of the largest size takes. Beside one another, texts of all labels start at
    /// the same place, although symbols of different versions are not equally large.
    func square(forLargest side: Double, of largestSide: Double) -> Double {
        switch self {
        case .stacked: side
        case .sideBySide: largestSide
        }
    }

    /// The share of the largest side below which the text shrinks before the symbol does.
    var usefulShare: Double {
        switch self {
        case .stacked: 0.75
        case .sideBySide: 0.9
        }
    }

    /// The room that a square for the symbol and its quiet zone leaves to the text.
    func textRegion(on label: Frame, besides side: Double) -> Frame {
        switch self {
        case .stacked:
            Frame(
                x: label.x + Self.textEdge, y: label.y + Self.edge + side,
                width: label.width - 2 * Self.textEdge,
                height: label.height - Self.edge - side - Self.footEdge)
        case .sideBySide:
            Frame(
                x: label.x + Self.edge + side, y: label.y + Self.textEdge,
                width: label.width - Self.edge - side - Self.textEdge,
                height: label.height - 2 * Self.textEdge)
        }
    }

    /// The upper left corner of the quiet zone in its square. `slack` is the height of the text's region that
    /// the text leaves.
    func symbolCorner(
        on label: Frame, side: Double, square: Double, slack: Double
    ) -> (x: Double, y: Double) {
        switch self {
        case .stacked: (label.x + (label.width - side) / 2, label.y + Self.edge + slack / 3)
        case .sideBySide: (label.x + Self.edge + (square - side) / 2, label.y + (label.height - side) / 2)
        }
    }

    /// The texts around a symbol that has its place.
    func placed(_ block: FittedBlock, tail: Int, in region: Frame, besides symbol: Frame) -> [PlacedText] {
        switch self {
        case .stacked:
            let slack = region.height - block.height
            return block.placed(x: region.x, y: region.y + slack * 2 / 3, alignment: .centre)
        case .sideBySide:
            let head = FittedBlock(texts: block.texts.dropLast(tail))
            let foot = FittedBlock(texts: block.texts.suffix(tail))
            // Flush with the modules when there is room, otherwise in the middle of the label.
            let height = max(block.height, symbol.height)
            let top = max(region.y, symbol.y + (symbol.height - height) / 2)
            let footTop = top + height - foot.height
            return head.placed(x: region.x, y: top, alignment: .left)
                + foot.placed(x: region.x, y: footTop, alignment: .left)
        }
    }

    /// Placement and store name; the first one there is stands out.
    private func names(
        of content: LabelContent, sizes: (Double, Double), gap: Double, scale: Double
    ) -> [TextItem] {
        let names = [("placement", content.placement), ("store name", content.storeName)]
            .filter { !$0.1.isEmpty }
        return names.enumerated().map { index, name in
            TextItem(
                what: name.0, text: name.1, style: index == 0 ? .strong : .plain,
                size: (index == 0 ? sizes.0 : sizes.1) * scale, gap: gap * scale)
        }
    }
}
