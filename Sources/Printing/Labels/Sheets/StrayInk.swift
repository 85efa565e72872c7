import Glibc
import SymbolDecoding

/// Where a drawing of a symbol with its quiet zone is not as it was encoded.
struct StrayInk {
    /// Whether a pixel of the quiet zone is not white.
    let isAround: Bool
    /// Whether a pixel of a module has not the module's colour.
    let isOver: Bool

    /// What is wrong with the drawing; nil when nothing is.
    var reason: String? {
        isAround
            ? "there is ink in its quiet zone" : isOver ? "its modules are not as they were encoded" : nil
    }

    /// Compares each pixel of a drawing that begins with the quiet zone's and has whole pixels for each module.
    init(in picture: GreyPicture, of symbol: QRSymbol, pixelsPerModule: Int) {
        let side = symbol.sideWithQuietZone * pixelsPerModule
        guard picture.width == side, picture.height == side else {
            (isAround, isOver) = (true, true)
            return
        }
        let expected = symbol.pixels(perModule: pixelsPerModule)
        // Nearly always they are equal.
        if unsafe memcmp(picture.pixels, expected, expected.count) == 0 {
            (isAround, isOver) = (false, false)
            return
        }
        let edge = QRSymbol.quietZone * pixelsPerModule
        let inside = edge..<side - edge
        let wrong = expected.indices.filter { picture.pixels[$0] != expected[$0] }
        isOver = wrong.contains { inside.contains($0 / side) && inside.contains($0 % side) }
        isAround = wrong.contains { !inside.contains($0 / side) || !inside.contains($0 % side) }
    }
}
