/// A single symbol in numbers.
public struct SymbolReport: Sendable, Codable, Equatable {
    public let url: String
    /// QR version, 1 to 40.
    public let version: Int
    /// The level in the symbol, which may be higher than the one asked for.
    public let level: ErrorCorrectionLevel
    /// Modules a side, without the quiet zone.
    public let modules: Int
    public let millimetresPerModule: Double
    /// The width with the quiet zone, in millimetres.
    public let width: Double
    /// Ten times the symbol's width without the quiet zone, in millimetres. A rule of the trade.
    public let largestScanningDistance: Double
}

extension QRSymbol {
    /// The symbol in numbers, with modules of `module` micrometres.
    public func report(module: Double) -> SymbolReport {
        func millimetres(_ value: Double) -> Double { value.rounded() / 1_000 }
        return SymbolReport(
            url: text, version: version, level: level, modules: modules.side,
            millimetresPerModule: millimetres(module), width: millimetres(Double(sideWithQuietZone) * module),
            largestScanningDistance: millimetres(10 * Double(modules.side) * module))
    }
}
