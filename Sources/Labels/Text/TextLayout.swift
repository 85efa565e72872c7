import CCairo

/// A text broken into lines at one size, by pango: any script, in its own reading direction, never cut.
/// Owns a `PangoLayout`.
@safe struct TextLayout: ~Copyable {
    private let layout: OpaquePointer
    private let text: String

    /// Lays out `text` at `size` points in lines no wider than `width` micrometres if the words allow;
    /// `breaksWords` lets a line end inside a word. C: `pango_layout_new`, `pango_layout_set_width`.
    init(_ text: String, style: TextStyle, size: Double, width: Double, breaksWords: Bool, on desk: DrawingDesk) {
        let font = unsafe pango_font_description_from_string(style.families)
        defer { unsafe pango_font_description_free(font) }
        unsafe pango_font_description_set_size(font, Int32((size * Double(PANGO_SCALE)).rounded()))
        if style == .strong { unsafe pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }

        self.text = text
        unsafe layout = unsafe pango_layout_new(desk.context)
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_layout_set_text(layout, text, Int32(text.utf8.count))
        let units = min(Points.from(micrometres: width) * Double(PANGO_SCALE), 1_000_000_000)
        unsafe pango_layout_set_width(layout, Int32(units))
        unsafe pango_layout_set_wrap(layout, breaksWords ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// Letters that no installed font has. C: `pango_layout_get_unknown_glyphs_count`.
    var unknownGlyphs: Int { unsafe Int(pango_layout_get_unknown_glyphs_count(layout)) }

    /// Whether the text is read from right to left. C: `pango_layout_line_get_resolved_direction`.
    var isRightToLeft: Bool {
        unsafe pango_layout_line_get_resolved_direction(pango_layout_get_line_readonly(layout, 0))
            == PANGO_DIRECTION_RTL
    }

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

    /// The glyphs of each line. Throws when a font is not a file that can go into a PDF.
    /// C: `pango_layout_line_get_resolved_direction`, the runs of `PangoLayoutLine`.
    func glyphRuns() throws(LabelsError) -> [[GlyphRun]] {
        let bytes = Array(text.utf8)
        var lines: [[GlyphRun]] = []
        for index in unsafe 0..<pango_layout_get_line_count(layout) {
            var runs: [GlyphRun] = []
            var x: Int32 = 0
            var next = unsafe pango_layout_get_line_readonly(layout, index).pointee.runs
            while let node = unsafe next {
                let run = unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
                unsafe runs.append(try Self.glyphRun(run, text: bytes, x: &x))
                unsafe next = node.pointee.next
            }
            lines.append(runs)
        }
        return lines
    }

    private static func glyphRun(
        _ run: UnsafeMutablePointer<PangoGlyphItem>, text: [UInt8], x: inout Int32
    ) throws(LabelsError) -> GlyphRun {
        let item = unsafe run.pointee.item.pointee
        let string = unsafe run.pointee.glyphs.pointee
        var face: Int32 = 0
        guard let font = unsafe item.analysis.font, let path = unsafe waymark_font_file(font, &face) else {
            throw .drawingFailed("a font of the text is not a file")
        }
        let description = unsafe pango_font_describe_with_absolute_size(font)
        defer { unsafe pango_font_description_free(description) }
        let start = unsafe Int(item.offset)
        let clusters = unsafe (0..<Int(string.num_glyphs)).map { unsafe Int(string.log_clusters[$0]) }
        // A cluster's text ends where the next cluster of the line's text begins, wherever that one is drawn.
        let ends = unsafe Array(Set(clusters)).sorted() + [Int(item.length)]
        var told: Set<Int> = []
        var glyphs: [GlyphRun.Glyph] = []
        for position in 0..<clusters.count {
            let info = unsafe string.glyphs[position]
            let (glyph, geometry) = (info.glyph, info.geometry)
            defer { x += geometry.width }
            // An empty glyph stands for what is not drawn, such as a joiner. C: PANGO_GLYPH_EMPTY.
            guard glyph != 0x0fff_ffff else { continue }
            let cluster = clusters[position]
            let end = ends.first { $0 > cluster } ?? cluster
            let isFirst = told.insert(cluster).inserted
            glyphs.append(
                GlyphRun.Glyph(
                    index: glyph, x: Double(x + geometry.x_offset) / Double(PANGO_SCALE),
                    y: Double(geometry.y_offset) / Double(PANGO_SCALE),
                    text: isFirst ? String(decoding: text[start + cluster..<start + end], as: UTF8.self) : ""))
        }
        let size = unsafe pango_font_description_get_size(description)
        return GlyphRun(
            font: FontFile(path: unsafe String(cString: path), index: Int(face)),
            size: Double(size) / Double(PANGO_SCALE), glyphs: glyphs)
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
