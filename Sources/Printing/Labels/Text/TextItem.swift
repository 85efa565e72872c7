/// A text that a label or a margin has to show, before it has a place.
struct TextItem: Sendable, Equatable {
    /// The smallest type that is printed, in points: people read it without a glass.
    static let smallestSize = 6.0

    /// What the text is, for errors.
    let what: String
    private(set) var text: String
    let style: TextStyle
    /// The size it has where it fits, in points.
    let size: Double
    /// White above it when another text is above, in micrometres.
    var gap = 0.0
    /// Whether the text may lose its middle where the whole of it does not fit: names may, identifiers never.
    var isName = false
    /// Whether it did.
    private(set) var isShortened = false

    /// The same with this many characters of its beginning and its end, and an ellipsis between them. The end stays because
    /// that is where numbers are: "Outdoor terrace, second row, table 12".
    func shortened(to count: Int) -> TextItem {
        let start = text.prefix((count + 1) / 2)
        let end = text.suffix(count / 2)
        let startEnd = start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex
        var item = self
        item.text = "\(start[..<startEnd])\u{2026}\(end.drop { $0 == " " })"
        item.isShortened = true
        return item
    }
}
