import CCairo
internal import Faults
import SymbolDecoding
import Synchronization

/// What a page is drawn with: its own fonts, fitted texts and QR decoder.
///
/// pango and cairo may be used from several threads with separate objects. Each context makes the objects that
/// would be shared: the font map and with it the fonts, the context and the layouts. What the process shares
/// below them (fontconfig, FreeType's faces) has its own locks in these libraries, but for cairo's table of scaled
/// fonts: see `ScaledFonts`. Owns a `PangoFontMap` and a `PangoContext`.
@safe final class DrawingContext {
    let pango: OpaquePointer
    private let map: UnsafeMutablePointer<PangoFontMap>
    /// Fitted texts: store names and calls to action come again on every label.
    var fitted: [FittedText.Question: FittedText?] = [:]
    private var faces: [FontFile: FontFace] = [:]
    private var pictures: [FontFile: [UInt32: GlyphPicture?]] = [:]
    private var decoderInUse: ZBarDecoder?

    /// C: `pango_cairo_font_map_new`, `pango_font_map_create_context`.
    init() {
        unsafe map = pango_cairo_font_map_new()
        unsafe pango = pango_font_map_create_context(map)
        let options = unsafe cairo_font_options_create()
        defer { unsafe cairo_font_options_destroy(options) }
        // Measured without hinting, so that a text has the same width at every resolution.
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe pango_cairo_context_set_font_options(pango, options)
        unsafe pango_cairo_context_set_resolution(pango, 72)
        unsafe pango_context_set_round_glyph_positions(pango, 0)
        // Otherwise the locale of the process would choose among the Chinese, Japanese and Korean forms.
        unsafe pango_context_set_language(pango, pango_language_from_string("en"))
    }

    deinit {
        ScaledFonts.alone {
            unsafe g_object_unref(UnsafeMutableRawPointer(pango))
            unsafe g_object_unref(UnsafeMutableRawPointer(map))
        }
    }

    /// An open font.
    func face(_ file: FontFile) throws(LabelsError) -> FontFace {
        if let known = faces[file] { return known }
        let face = try FontFace(file)
        faces[file] = face
        return face
    }

    /// A glyph of a font that cannot go into a PDF; nil when it has no ink.
    func picture(
        of glyph: UInt32, in file: FontFile, _ font: UnsafeMutablePointer<PangoFont>, size: Double
    ) throws(LabelsError) -> GlyphPicture? {
        if let known = pictures[file]?[glyph] { return known }
        let picture = try unsafe GlyphPicture(glyph, of: font, size: size)
        pictures[file, default: [:]][glyph] = .some(picture)
        return picture
    }

    /// Every QR symbol that libzbar finds in a picture along lines of this distance in pixels.
    func symbols(in picture: GreyPicture, linesApart: Int) throws(LabelsError) -> [DecodedSymbol] {
        do {
            if decoderInUse == nil { decoderInUse = try ZBarDecoder() }
            return try decoderInUse?.symbols(in: picture, linesApart: linesApart) ?? []
        } catch {
            throw LabelsError(error)
        }
    }
}

/// The contexts of one job. A task uses one alone until it gives it back.
///
/// `@unchecked Sendable`: a context leaves the list under the lock before it is used and comes back under the
/// lock, so that no two tasks ever hold the same one, and what one did is seen by the next.
final class DrawingContexts: @unchecked Sendable {
    private let lock = Mutex(())
    private var free: [DrawingContext] = []

    /// Takes a context, or makes one, for as long as `body` runs.
    func withContext<Result>(_ body: (DrawingContext) throws(LabelsError) -> Result) throws(LabelsError) -> Result {
        let context = lock.withLock { _ in free.popLast() } ?? DrawingContext()
        defer { lock.withLock { _ in free.append(context) } }
        return try body(context)
    }
}
