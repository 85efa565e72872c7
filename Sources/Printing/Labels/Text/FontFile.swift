/// A font as fontconfig knows it: a file, and which of the file's fonts.
struct FontFile: Sendable, Hashable {
    let path: String
    /// The font in a collection; the upper 16 bits name an instance of a variable font.
    let index: Int
}
