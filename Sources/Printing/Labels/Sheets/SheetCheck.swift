import SymbolDecoding

/// What reads the symbols of a sheet back before the sheet counts.
public enum SheetCheck: String, CaseIterable, Sendable {
    /// libzbar.
    case zbar
    /// ZXing-C++.
    case zxing
    /// Each of the two.
    case both

    /// A decoder, and how closely it looks at a symbol. A decoder sometimes misses a symbol that is there, never the other
    /// way: what it misses is looked at more closely, until nothing more can be seen.
    struct Look {
        enum Decoder {
            /// Scans along lines of this distance in pixels.
            case zbar(linesApart: Int)
            /// Reads a symbol that is upright and has white around it, as a label's has to be.
            case zxing
        }

        let decoder: Decoder
        let pixelsPerModule: Int
    }

    /// For each decoder, its looks in turn.
    var looks: [[Look]] {
        switch self {
        case .zbar:
            [
                [
                    Look(decoder: .zbar(linesApart: 2), pixelsPerModule: 3),
                    Look(decoder: .zbar(linesApart: 1), pixelsPerModule: 3),
                    Look(decoder: .zbar(linesApart: 1), pixelsPerModule: 5),
                ]
            ]
        case .zxing: [[Look(decoder: .zxing, pixelsPerModule: 3), Look(decoder: .zxing, pixelsPerModule: 5)]]
        case .both: Self.zbar.looks + Self.zxing.looks
        }
    }
}

extension DrawingContext {
    /// The QR symbols that a look finds.
    func symbols(in picture: GreyPicture, _ look: SheetCheck.Look) throws(LabelsError) -> [DecodedSymbol] {
        do {
            switch look.decoder {
            case .zbar(let linesApart): return try symbols(in: picture, linesApart: linesApart)
            case .zxing: return try ZXingDecoder.symbols(in: picture, isPure: true)
            }
        } catch let error as SymbolDecodingError {
            throw LabelsError(error)
        } catch {
            throw error as? LabelsError ?? .drawingFailed("\(error)")
        }
    }
}
