internal import Faults
import SymbolDecoding

extension Logo {
    /// Throws when the picture carries a QR code: a phone held to the sign would read that one as likely as the tag's.
    /// Looks at it in several sizes, since the decoder finds modules of 2 to some 20 pixels.
    func check() throws(LabelsError) {
        do {
            var decoder = try ZBarDecoder()
            var picture = try GreyPicture(width: width, height: height, pixels: pixels)
            while true {
                if let symbol = try decoder.symbols(in: picture).first ?? ZXingDecoder.symbols(in: picture).first {
                    throw Self.carries(symbol)
                }
                guard min(picture.width, picture.height) > 100 else { return }
                picture = try picture.reduced(by: 2)
            }
        } catch let fault as SymbolDecodingError {
            throw LabelsError(fault)
        } catch let fault as LabelsError {
            throw fault
        } catch {
            throw .drawingFailed("\(error)")
        }
    }

    private static func carries(_ symbol: DecodedSymbol) -> LabelsError {
        LabelsError(
            code: .pictureFailed, message: "cannot use the logo",
            reason: "it carries a QR code, \"\(String(decoding: symbol.payload, as: UTF8.self))\"",
            next: "use a picture without a code: a phone could read it instead of the tag's")
    }
}
