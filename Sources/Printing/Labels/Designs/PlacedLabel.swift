/// A label with everything on it in its place.
struct PlacedLabel: Sendable {
    let content: LabelContent
    /// From 1, row by row, on its page.
    let position: Int
    let frame: Frame
    var symbol: PlacedSymbol
    let logos: [PlacedLogo]
    let texts: [PlacedText]
}
