/// A text that a label or a margin has to show, before it has a place.
struct TextItem: Sendable, Equatable {
    /// The smallest type people read without a glass, in points.
    static let smallestSize = 5.0

    /// What the text is, for errors.
    let what: String
    let text: String
    let style: TextStyle
    /// The size it has when there is room, in points.
    let size: Double
    /// White above it when another text is above, in micrometres.
    var gap = 0.0
}
