/// What one line of text covers, in micrometres from the left end of its baseline.
struct LineMetrics: Sendable, Equatable {
    /// With the ink on both sides.
    let width: Double
    /// Ink to the left of the baseline's left end: a J or an italic letter may begin there.
    let overhang: Double
    /// Ink above the baseline.
    let ascent: Double
    /// Ink below the baseline.
    let descent: Double
}
