/// One row of a stock table as its maker, or a user with a ruler, gives it: not yet checked. Lengths are
/// micrometres.
public struct StockRow: Sendable, Codable, Equatable {
    /// The maker's part number, such as `22805`.
    public var part: String
    /// Who makes it and what it is, for people.
    public var name: String
    public var pageWidth: Int
    public var pageHeight: Int
    public var labelWidth: Int
    public var labelHeight: Int
    public var columns: Int
    public var rows: Int
    /// From the page's left edge to the first label.
    public var left: Int
    /// From the page's top edge to the first label.
    public var top: Int
    /// From one label's left edge to the next one's.
    public var pitchX: Int
    /// From one label's top edge to the next one's.
    public var pitchY: Int
    /// From the last label to the page's right edge; nil when it equals `left`.
    public var right: Int?
    /// From the last label to the page's bottom edge; nil when it equals `top`.
    public var bottom: Int?

    public init(
        part: String, name: String, page: (width: Int, height: Int), label: (width: Int, height: Int),
        grid: (columns: Int, rows: Int), corner: (left: Int, top: Int), pitch: (x: Int, y: Int),
        right: Int? = nil, bottom: Int? = nil
    ) {
        self.part = part
        self.name = name
        (pageWidth, pageHeight) = page
        (labelWidth, labelHeight) = label
        (columns, rows) = grid
        (left, top) = corner
        (pitchX, pitchY) = pitch
        self.right = right
        self.bottom = bottom
    }

    /// A roll: the page is the label.
    public static func roll(part: String, name: String, label: (width: Int, height: Int)) -> StockRow {
        StockRow(
            part: part, name: name, page: label, label: label, grid: (1, 1), corner: (0, 0),
            pitch: (label.width, label.height))
    }
}
