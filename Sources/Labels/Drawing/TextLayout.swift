import CCairo

/// A text broken into lines at one size, by pango: any script, in its own reading direction, never cut.
///
/// Measured without hinting, so that a text has the same width at every resolution, and the sheet that was
/// checked is the sheet that is printed. Owns a `PangoLayout`.
@safe struct TextLayout: ~Copyable {
    private let layout: OpaquePointer

    /// Lays out `text` at `size` points in lines no wider than `width` micrometres if the words allow;
    /// `breaksWords` lets a line end inside a word. C: `pango_layout_new`, `pango_layout_set_width`.
    init(
        _ text: String, style: TextStyle, size: Double, width: Double, breaksWords: Bool,
        turn: borrowing DrawingTurn
    ) {
        let map = unsafe pango_cairo_font_map_get_default()
        let context = unsafe pango_font_map_create_context(map)
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(context)) }
        let options = unsafe cairo_font_options_create()
        defer { unsafe cairo_font_options_destroy(options) }
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe pango_cairo_context_set_resolution(context, 72)
        unsafe pango_context_set_round_glyph_positions(context, 0)
        // Otherwise the locale of the process would choose among the Chinese, Japanese and Korean forms.
        unsafe pango_context_set_language(context, pango_language_from_string("en"))

        let font = unsafe pango_font_description_from_string(style.families)
        defer { unsafe pango_font_description_free(font) }
        unsafe pango_font_description_set_size(font, Int32((size * Double(PANGO_SCALE)).rounded()))
        if style == .strong { unsafe pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }

        unsafe layout = unsafe pango_layout_new(context)
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_layout_set_text(layout, text, Int32(text.utf8.count))
        unsafe pango_layout_set_width(layout, Int32(Points.from(micrometres: width) * Double(PANGO_SCALE)))
        unsafe pango_layout_set_wrap(layout, breaksWords ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// Letters that no installed font has. C: `pango_layout_get_unknown_glyphs_count`.
    var unknownGlyphs: Int { unsafe Int(pango_layout_get_unknown_glyphs_count(layout)) }

    /// The lines from the top. C: `pango_layout_line_get_extents`.
    var lines: [LineMetrics] {
        unsafe (0..<pango_layout_get_line_count(layout)).map { index in
            var ink = PangoRectangle()
            var logical = PangoRectangle()
            unsafe pango_layout_line_get_extents(
                pango_layout_get_line_readonly(layout, index), &ink, &logical)
            return LineMetrics(
                width: Self.micrometres(max(logical.width, ink.x + ink.width) - min(0, ink.x)),
                ascent: Self.micrometres(-ink.y), descent: Self.micrometres(ink.y + ink.height))
        }
    }

    /// Draws one line with the left end of its baseline at the current point.
    /// C: `pango_cairo_show_layout_line`.
    func show(line index: Int, on cairo: OpaquePointer) {
        unsafe pango_cairo_show_layout_line(cairo, pango_layout_get_line_readonly(layout, Int32(index)))
    }

    private static func micrometres(_ units: Int32) -> Double {
        Points.toMicrometres(Double(units) / Double(PANGO_SCALE))
    }
}
