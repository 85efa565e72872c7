import CZXing
internal import Faults

/// Finds the QR symbols of a picture with ZXing-C++. Several threads may use it side by side.
package enum ZXingDecoder {
    /// Every QR symbol in the picture; an empty list when there is none.
    ///
    /// `isPure`: the picture is one symbol, upright, with white around it. Nothing is looked for then, which is fast, and a
    /// picture that is not so has no symbol. Otherwise symbols may be tilted, dark, or several.
    package static func symbols(
        in picture: GreyPicture, isPure: Bool = false
    ) throws(SymbolDecodingError) -> [DecodedSymbol] {
        let found = unsafe picture.pixels.withUnsafeBufferPointer { pixels in
            unsafe pixels.baseAddress.flatMap {
                unsafe zxing_find($0, Int32(picture.width), Int32(picture.height), isPure)
            }
        }
        guard let found = unsafe found else { throw .scanFailed("ZXing-C++") }
        defer { unsafe zxing_free(found) }
        return unsafe (0..<zxing_count(found)).map { index in
            var length = 0
            let payload = unsafe zxing_payload(found, index, &length)
            return unsafe DecodedSymbol(
                payload: Array(UnsafeBufferPointer(start: payload, count: length)),
                corners: (0..<4).map { corner in
                    var (x, y) = (Int32(0), Int32(0))
                    unsafe zxing_corner(found, index, Int32(corner), &x, &y)
                    return DecodedSymbol.Point(x: Int(x), y: Int(y))
                })
        }
    }
}
