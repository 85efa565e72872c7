/// A text with its place on the page: enough to lay it out again, exactly as it was measured.
struct PlacedText: Sendable, Equatable {
    /// The left end of a line's baseline, in micrometres on the page.
    struct Baseline: Sendable, Equatable {
        var x: Double
        var y: Double
    }

    let text: String
    let style: TextStyle
    /// Points.
    let size: Double
    /// The width it was broken at, in micrometres.
    let width: Double
    let breaksWords: Bool
    /// One for each line.
    let baselines: [Baseline]
}
