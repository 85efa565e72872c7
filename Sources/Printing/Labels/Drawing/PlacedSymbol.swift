/// A symbol with its place on the page, on the dot grid of the printer.
struct PlacedSymbol: Sendable, Equatable {
    var symbol: QRSymbol
    /// The first module's upper left corner, in dots from the page's upper left corner.
    let x: Int
    let y: Int
    let dotsPerModule: Int
    let dotsPerInch: Int

    /// Micrometres.
    var module: Double { Double(dotsPerModule) * dot }

    /// The modules, without the quiet zone.
    var frame: Frame {
        let side = Double(symbol.modules.side) * module
        return Frame(x: Double(x) * dot, y: Double(y) * dot, width: side, height: side)
    }

    /// The modules and the quiet zone.
    var quietFrame: Frame {
        let quiet = Double(QRSymbol.quietZone) * module
        let side = frame.width + 2 * quiet
        return Frame(x: frame.x - quiet, y: frame.y - quiet, width: side, height: side)
    }

    private var dot: Double { 25_400 / Double(dotsPerInch) }
}
