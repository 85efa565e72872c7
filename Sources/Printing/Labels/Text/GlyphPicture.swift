import CCairo

/// A glyph as a grey picture, for fonts that cannot go into a PDF: colour fonts, which PDF does not know, and variable ones.
/// Grey, because a label has one ink.
struct GlyphPicture: Sendable, Equatable {
    /// Enough for 12 pt at 1200 dpi.
    private static let pixelsPerEm = 200.0

    let picture: Logo
    /// Where the picture is, in ems from the glyph's origin; y grows downwards.
    let x: Double
    let y: Double
    let width: Double
    let height: Double

    /// Draws one glyph of a font of `size` points. Nil when it has no ink. C: `pango_font_get_glyph_extents`,
    /// `pango_cairo_show_glyph_string`.
    init?(_ glyph: UInt32, of font: UnsafeMutablePointer<PangoFont>, size: Double) throws(LabelsError) {
        var ink = PangoRectangle()
        ScaledFonts.alone { unsafe pango_font_get_glyph_extents(font, glyph, &ink, nil) }
        guard ink.width > 0, ink.height > 0, size > 0 else { return nil }
        let scale = Self.pixelsPerEm / size
        func pixels(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) * scale }
        // A pixel of white around it, for smoothed edges.
        let left = pixels(ink.x).rounded(.down) - 1
        let top = pixels(ink.y).rounded(.down) - 1
        let columns = Int32(pixels(ink.x + ink.width).rounded(.up) + 1 - left)
        let rows = Int32(pixels(ink.y + ink.height).rounded(.up) + 1 - top)
        guard (1...4_000).contains(columns), (1...4_000).contains(rows) else {
            throw .drawingFailed("a glyph of a colour font is as large as a page")
        }
        let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows)
        defer { unsafe cairo_surface_destroy(surface) }
        let cairo = unsafe cairo_create(surface)
        defer { unsafe cairo_destroy(cairo) }
        unsafe cairo_set_source_rgb(cairo, 1, 1, 1)
        unsafe cairo_paint(cairo)
        unsafe cairo_set_source_rgb(cairo, 0, 0, 0)
        unsafe cairo_translate(cairo, -left, -top)
        unsafe cairo_scale(cairo, scale, scale)
        let glyphs = unsafe pango_glyph_string_new()
        defer { unsafe pango_glyph_string_free(glyphs) }
        unsafe pango_glyph_string_set_size(glyphs, 1)
        unsafe glyphs?.pointee.glyphs[0].glyph = glyph
        unsafe glyphs?.pointee.glyphs[0].geometry = PangoGlyphGeometry()
        unsafe cairo_move_to(cairo, 0, 0)
        ScaledFonts.alone { unsafe pango_cairo_show_glyph_string(cairo, font, glyphs) }
        let status = unsafe cairo_status(cairo)
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairoFailed(status) }
        picture = Logo(
            width: Int(columns), height: Int(rows),
            pixels: unsafe Self.greys(of: surface, columns: Int(columns), rows: Int(rows)))
        (x, y) = (left / Self.pixelsPerEm, top / Self.pixelsPerEm)
        (width, height) = (Double(columns) / Self.pixelsPerEm, Double(rows) / Self.pixelsPerEm)
    }

    /// Luminance as the eye sees it (Rec. 601).
    private static func greys(of surface: OpaquePointer?, columns: Int, rows: Int) -> [UInt8] {
        unsafe cairo_surface_flush(surface)
        guard let data = unsafe cairo_image_surface_get_data(surface) else { return [] }
        let stride = unsafe Int(cairo_image_surface_get_stride(surface))
        return (0..<rows).flatMap { row in
            (0..<columns).map { column in
                let pixel = unsafe UnsafeRawPointer(data + row * stride + column * 4).loadUnaligned(as: UInt32.self)
                let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
                return UInt8((299 * red + 587 * green + 114 * blue + 500) / 1_000)
            }
        }
    }

    /// The picture's place for a glyph whose origin is at `x`, `y`, all in micrometres, at `size` points.
    func placed(x originX: Double, y originY: Double, size: Double) -> PlacedLogo {
        let em = Points.toMicrometres(size)
        return PlacedLogo(
            logo: picture,
            frame: Frame(x: originX + x * em, y: originY + y * em, width: width * em, height: height * em))
    }
}

extension PlacedText {
    /// The glyphs of the text that are pictures, with their places.
    var pictures: [PlacedLogo] {
        zip(baselines, fitted.runs).flatMap { baseline, runs in
            runs.flatMap { run in run.pictures(from: baseline) }
        }
    }
}

extension GlyphRun {
    func pictures(from baseline: PlacedText.Baseline) -> [PlacedLogo] {
        glyphs.compactMap { glyph in
            glyph.picture?.placed(
                x: baseline.x + Points.toMicrometres(glyph.x), y: baseline.y + Points.toMicrometres(glyph.y),
                size: size)
        }
    }
}
