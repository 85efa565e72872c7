/// Glyphs of one font in one line, as they are drawn from the left. Positions are points from the left end of
/// the line's baseline; y grows downwards.
struct GlyphRun: Sendable, Equatable {
    struct Glyph: Sendable, Equatable {
        /// The glyph's index in its font.
        let index: UInt32
        let x: Double
        let y: Double
        /// The characters it stands for when a text is copied from the page; empty when another glyph of its
        /// cluster carries them.
        let text: String
    }

    let font: FontFile
    /// Points.
    let size: Double
    let glyphs: [Glyph]
}
