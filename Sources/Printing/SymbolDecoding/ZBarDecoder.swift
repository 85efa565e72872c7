import CZBar
internal import Faults

/// Finds the QR symbols of a picture with libzbar, and nothing but QR symbols: bar codes misread between
/// the modules would falsify "exactly one symbol".
///
/// libzbar also reads symbols without any quiet zone, and it may miss symbols drawn with less than
/// 3 pixels per module. So a symbol it reads is not yet well printed, and small pictures should be drawn
/// larger before they are searched.
///
/// One decoder is used by one thread at a time; several decoders may work side by side.
/// Owns a `zbar_image_scanner_t`.
@safe package struct ZBarDecoder: ~Copyable {
    private let scanner: OpaquePointer

    /// Makes a decoder. C: `zbar_image_scanner_create`, `zbar_image_scanner_set_config`.
    package init() throws(SymbolDecodingError) {
        guard let scanner = unsafe zbar_image_scanner_create() else {
            throw .decoderUnavailable("there is no memory left for it")
        }
        let settings: [(zbar_symbol_type_t, zbar_config_t, Int32)] = [
            (ZBAR_NONE, ZBAR_CFG_ENABLE, 0),
            (ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1),
            // Without it libzbar guesses a character set and converts the payload to UTF-8.
            (ZBAR_QRCODE, ZBAR_CFG_BINARY, 1),
        ]
        for (symbology, setting, value) in settings {
            guard unsafe zbar_image_scanner_set_config(scanner, symbology, setting, value) == 0 else {
                unsafe zbar_image_scanner_destroy(scanner)
                throw .decoderUnavailable("libzbar does not know setting \(setting.rawValue) for QR symbols")
            }
        }
        unsafe self.scanner = unsafe scanner
    }

    deinit {
        unsafe zbar_image_scanner_destroy(scanner)
    }

    /// Every QR symbol in the picture; an empty list when there is none.
    ///
    /// `linesApart`: the distance of the lines along which the picture is scanned, in pixels. libzbar needs three lines
    /// through the middle of a finder pattern, which is three modules wide, and takes about as long as there are lines.
    ///
    /// C: `zbar_image_scanner_set_config`, `zbar_scan_image`, `zbar_symbol_get_data`.
    package mutating func symbols(
        in picture: GreyPicture, linesApart: Int = 1
    ) throws(SymbolDecodingError) -> [DecodedSymbol] {
        for setting in [ZBAR_CFG_X_DENSITY, ZBAR_CFG_Y_DENSITY] {
            guard unsafe zbar_image_scanner_set_config(scanner, ZBAR_NONE, setting, Int32(linesApart)) == 0 else {
                throw .decoderUnavailable("libzbar does not scan lines that are \(linesApart) pixels apart")
            }
        }
        guard let image = unsafe zbar_image_create() else { throw .scanFailed("libzbar") }
        defer { unsafe zbar_image_destroy(image) }
        unsafe zbar_image_set_format(image, Self.greyFormat)
        unsafe zbar_image_set_size(image, UInt32(picture.width), UInt32(picture.height))
        let found = unsafe picture.pixels.withUnsafeBytes { bytes -> [DecodedSymbol]? in
            // The image borrows the pixels; they outlive it because they are let go before it is.
            unsafe zbar_image_set_data(image, bytes.baseAddress, UInt(bytes.count), nil)
            defer { unsafe zbar_image_set_data(image, nil, 0, nil) }
            guard unsafe zbar_scan_image(scanner, image) >= 0 else { return nil }
            return unsafe Self.symbols(of: image)
        }
        guard let found else { throw .scanFailed("libzbar") }
        return found
    }

    /// The picture format `Y800`, one grey byte per pixel. C: `zbar_fourcc`, a macro Swift cannot call.
    private static let greyFormat = "Y800".utf8.reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) }

    private static func symbols(of image: OpaquePointer) -> [DecodedSymbol] {
        var symbols: [DecodedSymbol] = []
        var next = unsafe zbar_image_first_symbol(image)
        while let symbol = unsafe next {
            var payload: [UInt8] = []
            if let data = unsafe zbar_symbol_get_data(symbol) {
                let length = unsafe Int(zbar_symbol_get_data_length(symbol))
                payload = unsafe Array(UnsafeRawBufferPointer(start: data, count: length))
            }
            let corners = unsafe (0..<zbar_symbol_get_loc_size(symbol)).map { corner in
                unsafe DecodedSymbol.Point(
                    x: Int(zbar_symbol_get_loc_x(symbol, corner)),
                    y: Int(zbar_symbol_get_loc_y(symbol, corner)))
            }
            symbols.append(DecodedSymbol(payload: payload, corners: corners))
            unsafe next = unsafe zbar_symbol_next(symbol)
        }
        return symbols
    }
}
