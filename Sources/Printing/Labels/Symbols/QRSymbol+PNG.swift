public import Faults
import Pictures

extension QRSymbol {
    /// The symbol with its quiet zone as a PNG: 1-bit grey, a whole number of pixels per module, the
    /// resolution in pHYs, and the URL and the tag identifier as texts. The same input gives the same bytes.
    ///
    /// Throws when `pixelsPerModule` is outside 1 to 200 or `dotsPerInch` outside 72 to 4800. The printed
    /// width is `(modules.side + 8) * pixelsPerModule / dotsPerInch` inches.
    public func png(tag: String, pixelsPerModule: Int = 10, dotsPerInch: Int = 600) throws(LabelsError)
        -> [UInt8]
    {
        guard (1...200).contains(pixelsPerModule), (72...4_800).contains(dotsPerInch) else {
            throw LabelsError(
                code: .settingInvalid,
                message:
                    "cannot draw a symbol at \(pixelsPerModule) pixels per module and \(dotsPerInch) dpi",
                reason: "the ranges are 1 to 200 pixels and 72 to 4800 dpi",
                next: "choose values inside the ranges")
        }
        try LabelsError.refuseControlCharacters(in: tag, what: "tag identifier")
        let pixels = sideWithQuietZone * pixelsPerModule
        let bytesPerRow = (pixels + 7) / 8
        let light = [UInt8](repeating: 0xff, count: bytesPerRow)
        var rows: [UInt8] = []
        rows.reserveCapacity(bytesPerRow * pixels)
        for row in -Self.quietZone..<modules.side + Self.quietZone {
            var line = light
            if (0..<modules.side).contains(row) {
                for column in 0..<modules.side where modules[row, column] {
                    let first = (column + Self.quietZone) * pixelsPerModule
                    for pixel in first..<first + pixelsPerModule { line[pixel / 8] &= ~(0x80 >> (pixel % 8)) }
                }
            }
            for _ in 0..<pixelsPerModule { rows += line }
        }
        let picture = PNGPicture(
            width: pixels, height: pixels, bitDepth: 1, bytesPerRow: bytesPerRow, rows: rows,
            dotsPerInch: dotsPerInch, texts: [("URL", text), ("Tag", tag)])
        return try LabelsError.translating(picture)
    }
}
