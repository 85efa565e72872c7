/// How a label is arranged: what it says, how large, and where. Lengths are micrometres.
struct LabelDesign: Sendable, Equatable {
    enum Arrangement: Sendable {
        /// The symbol in the middle, texts centred above and below: for labels about as wide as high.
        case stacked
        /// The symbol on the left, the texts on the right: for wide labels.
        case sideBySide
    }

    let arrangement: Arrangement
    let sign: SignDesign

    /// Printers and stock shift by about this much; nothing comes closer to the label's edge.
    static let edge = 1_000.0
    /// Text keeps further away, because a letter on the edge looks like a mistake.
    static let textEdge = 2_000.0
    /// The last line of a stacked label may come closer: it has white on both sides.
    static let footEdge = 1_700.0
    /// White between the symbol's quiet zone and the text below or beside it. The symbol moves by up to half a dot onto
    /// the printer's grid and the edge of a letter darkens up to one dot more: a quarter of a millimetre at 150 dpi.
    static let quietGap = 300.0
    /// White between the head of a sign and the symbol's quiet zone.
    static let headGap = 600.0

    /// White beside and above the head of a sign: more on a larger label.
    func headEdge(on label: Frame) -> Double { Self.textEdge * min(max(scale(on: label), 1), 2.5) }

    init(for label: Frame, sign: SignDesign) {
        arrangement = label.width > 1.4 * label.height ? .sideBySide : .stacked
        self.sign = sign
    }

    /// How much larger than on a label of 38 mm things are drawn.
    private func scale(on label: Frame) -> Double {
        let most = sign == .label ? 1.8 : 4
        return switch arrangement {
        case .stacked: min(max(min(label.width, label.height) / 38_100, 0.85), most)
        case .sideBySide: min(max(label.height / 38_100, 0.7), sign == .label ? 1.4 : most)
        }
    }

    /// The texts above the symbol of a stacked label.
    func head(for content: LabelContent, on label: Frame) -> [TextItem] {
        guard arrangement == .stacked, !content.callToAction.isEmpty else { return [] }
        let size = sign == .table ? 9.0 : 10.5
        return [callToAction(of: content, size: size * scale(on: label))]
    }

    /// The texts below or beside the symbol, from the top. The last `tail` of them are at the foot.
    func items(for content: LabelContent, on label: Frame) -> (items: [TextItem], tail: Int) {
        let scale = scale(on: label)
        let tag = ShortIdentifier.text(of: content.tag)
        switch arrangement {
        case .stacked:
            let identifiers = TextItem(
                what: "store identifier and tag identifier",
                text: Self.line(content.store, tag, on: label), style: .monospaced, size: 5.25 * min(scale, 2),
                gap: 400 * scale)
            let sizes = sign == .table ? (12, 6.75) : sign == .label ? (9.25, 6.75) : (7.5, 6.5)
            return (names(of: content, sizes: sizes, gap: 250, scale: scale) + [identifiers], 0)
        case .sideBySide:
            let identifiers = [("store identifier", content.store), ("tag identifier", tag)].map { what, text in
                TextItem(
                    what: what, text: text, style: .monospaced, size: 7 * min(scale, 1.6), gap: 450 * min(scale, 1.6))
            }
            guard !content.callToAction.isEmpty else {
                return (names(of: content, sizes: (15, 9.5), gap: 900, scale: scale) + identifiers, 2)
            }
            let sizes = sign == .table ? (13.0, 8.5) : (9.5, 8.5)
            var names = names(of: content, sizes: sizes, gap: 700, scale: scale)
            if !names.isEmpty { names[0].gap = 1_800 * scale }
            return ([callToAction(of: content, size: 15 * scale)] + names + identifiers, 2)
        }
    }

    /// Both identifiers, without spaces around the dot where they have one line only so.
    private static func line(_ store: String, _ tag: String, on label: Frame) -> String {
        // A letter of a monospaced font is 0.6 em wide.
        let place = Int((label.width - 2 * textEdge) / (0.602 * Points.toMicrometres(TextItem.smallestSize)))
        let letters = store.count + tag.count
        return letters + 3 > place && letters + 1 <= place ? "\(store)\u{b7}\(tag)" : "\(store) \u{b7} \(tag)"
    }

    /// The height of a line of the smallest text.
    static let smallestLine = 1.02 * Points.toMicrometres(TextItem.smallestSize)

    /// The largest square for the symbol and its quiet zone in what the head leaves, with the smallest text
    /// beside or below it.
    func largestSymbolSide(in rest: Frame, items: [TextItem]) -> Double {
        switch arrangement {
        case .stacked:
            let text =
                items.reduce(0) { $0 + Self.smallestLine + $1.gap } - (items.first?.gap ?? 0)
            return min(rest.width - 2 * Self.edge, rest.height - Self.edge - Self.quietGap - Self.footEdge - text)
        case .sideBySide:
            return min(rest.height - 2 * Self.edge, 0.55 * rest.width)
        }
    }

    /// The square that a symbol of the largest size takes. Beside one another, texts of all labels start at
    /// the same place, although symbols of different versions are not equally large.
    func square(forLargest side: Double, of largestSide: Double) -> Double {
        arrangement == .stacked ? side : largestSide
    }

    /// The share of the largest side below which the text shrinks before the symbol does.
    var usefulShare: Double {
        switch (arrangement, sign) {
        case (.stacked, .label): 0.75
        case (.stacked, _): 0.8
        case (.sideBySide, _): 0.9
        }
    }

    /// The room that a square for the symbol and its quiet zone leaves to the text.
    func textRegion(in rest: Frame, besides side: Double) -> Frame {
        switch arrangement {
        case .stacked:
            return Frame(
                x: rest.x + Self.textEdge, y: rest.y + Self.edge + side + Self.quietGap,
                width: rest.width - 2 * Self.textEdge,
                height: rest.height - Self.edge - side - Self.quietGap - Self.footEdge)
        case .sideBySide:
            // Half an inch has place for four lines, if they come closer to the edge.
            let edge = min(Self.textEdge, 0.12 * rest.height)
            return Frame(
                x: rest.x + Self.edge + side + Self.quietGap, y: rest.y + edge,
                width: rest.width - Self.edge - side - Self.quietGap - Self.textEdge,
                height: rest.height - 2 * edge)
        }
    }

    /// The upper left corner of the quiet zone in its square. `slack` is the height of the text's region that
    /// the text leaves.
    func symbolCorner(in rest: Frame, side: Double, square: Double, slack: Double) -> (x: Double, y: Double) {
        switch arrangement {
        case .stacked: (rest.x + (rest.width - side) / 2, rest.y + Self.edge + slack / 3)
        case .sideBySide: (rest.x + Self.edge + (square - side) / 2, rest.y + (rest.height - side) / 2)
        }
    }

    /// The texts around a symbol that has its place.
    func placed(_ block: FittedBlock, tail: Int, in region: Frame, besides symbol: Frame) -> [PlacedText] {
        switch arrangement {
        case .stacked:
            let slack = region.height - block.height
            return block.placed(x: region.x, y: region.y + slack * 2 / 3, alignment: .centre)
        case .sideBySide:
            let head = FittedBlock(texts: block.texts.dropLast(tail))
            let foot = FittedBlock(texts: block.texts.suffix(tail))
            // Flush with the modules when there is room, otherwise in the middle of the label.
            let height = max(block.height, min(symbol.height, region.height))
            let top = min(max(region.y, symbol.y + (symbol.height - height) / 2), region.bottom - height)
            let footTop = top + height - foot.height
            return head.placed(x: region.x, y: top, alignment: .natural)
                + foot.placed(x: region.x, y: footTop, alignment: head.isRightToLeft ? .right : .natural)
        }
    }

    private func callToAction(of content: LabelContent, size: Double) -> TextItem {
        TextItem(
            what: "call to action", text: content.callToAction, style: .strong, size: size)
    }

    /// Placement and store name; the first one present is strong.
    private func names(
        of content: LabelContent, sizes: (Double, Double), gap: Double, scale: Double
    ) -> [TextItem] {
        let names = [("placement", content.placement), ("store name", content.storeName)]
            .filter { !$0.1.isEmpty }
        return names.enumerated().map { index, name in
            TextItem(
                what: name.0, text: name.1, style: index == 0 ? .strong : .plain,
                size: (index == 0 ? sizes.0 : sizes.1) * scale, gap: gap * scale, isName: true)
        }
    }
}
