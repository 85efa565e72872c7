/// Glyphs of one font in one line, as they are drawn from the left. Positions are points from the left end of
/// the line's baseline; y grows downwards.
struct GlyphRun: Sendable, Equatable {
    struct Glyph: Sendable, Equatable {
        /// The glyph's index in its font.
        let index: UInt32
        let x: Double
        let y: Double
        /// The characters it represents when a text is copied from the page; empty when another glyph of its
        /// cluster carries them.
        let text: String
        /// What is drawn when the font cannot go into a PDF; nil otherwise, and for a glyph without ink.
        var picture: GlyphPicture?
    }

    let font: FontFile
    /// Points.
    let size: Double
    let glyphs: [Glyph]
    /// Whether the font cannot go into a PDF, so that its glyphs are pictures.
    var isPictures = false
}
