/// Where a symbol is put up. It decides how much damage the symbol has to take.
public enum SymbolUse: String, Sendable, Codable, CaseIterable {
    /// Indoors, out of reach of most accidents: level M.
    case counter
    /// Behind glass or handled every day, with reflections and scratches: level Q.
    case window
    /// Weather and sun, where damage is certain: level H.
    case outdoor

    /// The least error correction level; a symbol gets more when that costs no space.
    public var level: ErrorCorrectionLevel {
        switch self {
        case .counter: .medium
        case .window: .quartile
        case .outdoor: .high
        }
    }
}
