/// Texts one below the other, all fitted to one width.
struct FittedBlock: Sendable, Equatable {
    let texts: [FittedText]

    /// Fits every text; nil when one of them does not fit at all.
    static func fit(
        _ items: [TextItem], width: Double, _ fitting: TextFitting, on context: DrawingContext
    ) throws(LabelsError) -> FittedBlock? {
        var texts: [FittedText] = []
        for var item in items {
            if case .shortened = fitting { item.gap *= 0.3 }
            guard let text = try FittedText.fit(item, width: width, fitting, on: context) else {
                return nil
            }
            texts.append(text)
        }
        return FittedBlock(texts: texts)
    }

    /// Whether the first text is read from right to left.
    var isRightToLeft: Bool { texts.first?.isRightToLeft ?? false }

    /// Micrometres from the top of the first text to the bottom of the last.
    var height: Double {
        texts.enumerated().reduce(0) { $0 + $1.element.height + ($1.offset == 0 ? 0 : $1.element.item.gap) }
    }

    /// The texts with the first one's top at `y`.
    func placed(x: Double, y: Double, alignment: FittedText.Alignment) -> [PlacedText] {
        var top = y
        var placed: [PlacedText] = []
        for (index, text) in texts.enumerated() {
            if index > 0 { top += text.item.gap }
            placed.append(text.placed(x: x, y: top, alignment: alignment))
            top += text.height
        }
        return placed
    }
}
