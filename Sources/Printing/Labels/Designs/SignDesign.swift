/// What a label is for. It decides what the label says first, and from how far the symbol should be read.
public enum SignDesign: String, Sendable, Codable, CaseIterable {
    /// A plain label: symbol, placement, store, identifiers.
    case label
    /// A sign on a counter: read at arm's length.
    case counter
    /// A sign on a table: the placement is prominent, because it is part of the order.
    case table
    /// A sign in a window: read from the pavement.
    case window
    /// A sign on a door: read while walking up to it.
    case door

    /// The default call to action; empty on a plain label.
    public var callToAction: String {
        switch self {
        case .label: ""
        case .counter: "Scan to order"
        case .table: "Scan to order from this table"
        case .window: "Scan to see what is inside"
        case .door: "Scan before you come in"
        }
    }

    /// The scanning distance in millimetres. The width of a symbol should be a tenth of it.
    public var scanningDistance: Double {
        switch self {
        case .label, .counter: 150
        case .table: 200
        case .window: 500
        case .door: 1_000
        }
    }
}
