/// A code that others drew and that is put on a label as it is: an App Clip Code. Nothing of it is changed: no
/// rotation, no other colours, nothing over it.
public struct CodeDrawing: Sendable, Equatable {
    /// The file's bytes, an SVG.
    public let svg: [UInt8]
    /// The file's name, which is printed beside the code.
    public let file: String
    public let url: String
    public let tag: String
    public let store: String
    public let placement: String
    /// The drawing's extent in its own units.
    public let width: Double
    public let height: Double
    /// The code's circle, in the same units.
    public let diameter: Double

    public init(
        svg: [UInt8], file: String, url: String, tag: String, store: String, placement: String, width: Double,
        height: Double, diameter: Double
    ) {
        self.svg = svg
        self.file = file
        self.url = url
        self.tag = tag
        self.store = store
        self.placement = placement
        self.width = width
        self.height = height
        self.diameter = diameter
    }

    /// White around the drawing, as a share of the diameter. Apple asks for at least the gap between the glyph in the
    /// middle and the rings, which is a thirteenth of the diameter; this is a little more.
    static let clearSpace = 0.1
}
