public import Faults
import SymbolDecoding

extension QRSymbol {
    /// Reads the symbol back at five pixels to the module. Throws when it does not carry its text byte for byte.
    public func check() throws(LabelsError) {
        let scale = 5
        let pixels = sideWithQuietZone * scale
        var grey = [UInt8](repeating: 255, count: pixels * pixels)
        for row in 0..<modules.side {
            for run in modules.darkRuns(inRow: row) {
                for y in (row + Self.quietZone) * scale..<(row + Self.quietZone + 1) * scale {
                    for x in (run.lowerBound + Self.quietZone) * scale..<(run.upperBound + Self.quietZone) * scale {
                        grey[y * pixels + x] = 0
                    }
                }
            }
        }
        let found: [DecodedSymbol]
        do {
            found = try DrawingContext().symbols(
                in: try GreyPicture(width: pixels, height: pixels, pixels: grey), module: scale)
        } catch {
            throw .drawingFailed("\(error)")
        }
        guard found.map(\.payload) == [Array(text.utf8)] else {
            throw LabelsError(
                code: .symbolWrong,
                message: "the symbol is wrong",
                reason: "it does not read as \"\(text)\"",
                next: "nothing was written; report this with the URL")
        }
    }
}
