/// What one line of text covers, in micrometres from the left end of its baseline.
struct LineMetrics: Sendable, Equatable {
    let width: Double
    /// Ink above the baseline.
    let ascent: Double
    /// Ink below the baseline.
    let descent: Double
}
