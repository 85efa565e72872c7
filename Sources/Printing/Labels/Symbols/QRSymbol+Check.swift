public import Faults
import SymbolDecoding

extension QRSymbol {
    /// Reads the symbol back at five pixels to the module. Throws when it does not carry its text byte for byte.
    public func check() throws(LabelsError) {
        let scale = 5
        let side = sideWithQuietZone * scale
        let found: [DecodedSymbol]
        do {
            found = try DrawingContext().symbols(
                in: try GreyPicture(width: side, height: side, pixels: pixels(perModule: scale)), linesApart: 1)
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
