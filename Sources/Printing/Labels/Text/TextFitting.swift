/// What may be done to a text so that it fits.
enum TextFitting: Sendable, Hashable {
    /// It is set in a smaller size and on more lines. It starts from this share of its own size, 0 to 1.
    case whole(scale: Double)
    /// It has the smallest size and at most so many lines. A name that needs more loses its middle.
    case shortened(lines: Int)
}
