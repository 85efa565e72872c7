/// What a label is for. It decides what the label says first, and from how far the symbol should be read.
public enum SignDesign: String, Sendable, Codable, CaseIterable {
    /// A plain label: symbol, placement, store, identifiers.
    case label
    /// A sign on a counter: read at arm's length.
    case counter
    /// A sign on a table: the placement stands out, because it is part of the order.
    case table
    /// A sign in a window: read from the pavement.
    case window
    /// A sign on a door: read while walking up to it.
    case door

    /// What it asks people to do, unless told otherwise; nothing on a plain label.
    public var callToAction: String {
        switch self {
        case .label: ""
        case .counter: "Scan to order"
        case .table: "Scan to order from this table"
        case .window: "Scan to see what is inside"
        case .door: "Scan before you come in"
        }
    }

    /// How far away people stand, in millimetres. A symbol should be a tenth of that wide.
    public var scanningDistance: Double {
        switch self {
        case .label, .counter: 150
        case .table: 200
        case .window: 500
        case .door: 1_000
        }
    }
}
