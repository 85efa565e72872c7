import CCairo

/// A text broken into lines at one size, by pango: any script, in its own reading direction, never cut.
/// Owns a `PangoLayout`.
@safe struct TextLayout: ~Copyable {
    private let layout: OpaquePointer
    private let text: String

    /// Lays out `text` at `size` points in lines no wider than `width` micrometres if the words allow;
    /// `breaksWords` lets a line end inside a word. C: `pango_layout_new`, `pango_layout_set_width`.
    init(_ text: String, style: TextStyle, size: Double, width: Double, breaksWords: Bool, on context: DrawingContext) {
        let font = unsafe pango_font_description_from_string(style.families)
        defer { unsafe pango_font_description_free(font) }
        unsafe pango_font_description_set_size(font, Int32((size * Double(PANGO_SCALE)).rounded()))
        if style == .strong { unsafe pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }

        self.text = text
        unsafe layout = unsafe pango_layout_new(context.pango)
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_layout_set_text(layout, text, Int32(text.utf8.count))
        let units = min(Points.from(micrometres: width) * Double(PANGO_SCALE), 1_000_000_000)
        unsafe pango_layout_set_width(layout, Int32(units))
        unsafe pango_layout_set_wrap(layout, breaksWords ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
    }

    deinit {
        ScaledFonts.alone { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
    }

    /// The lines are broken, and their glyphs measured, when one is asked for first. C: `pango_layout_get_line_count`.
    private var lineCount: Int32 { ScaledFonts.alone { unsafe pango_layout_get_line_count(layout) } }

    /// A line, once they are broken. C: `pango_layout_get_line_readonly`.
    private func line(_ index: Int32) -> UnsafeMutablePointer<PangoLayoutLine>? {
        unsafe ScaledFonts.alone { unsafe pango_layout_get_line_readonly(layout, index) }
    }

    /// Letters that no installed font has. C: `pango_layout_get_unknown_glyphs_count`.
    var unknownGlyphs: Int { ScaledFonts.alone { unsafe Int(pango_layout_get_unknown_glyphs_count(layout)) } }

    /// Whether the text is read from right to left. C: `pango_layout_line_get_resolved_direction`.
    var isRightToLeft: Bool {
        unsafe pango_layout_line_get_resolved_direction(line(0)) == PANGO_DIRECTION_RTL
    }

    /// The lines from the top. C: `pango_layout_line_get_extents`.
    var lines: [LineMetrics] {
        (0..<lineCount).map { index in
            var ink = PangoRectangle()
            var logical = PangoRectangle()
            let line = unsafe line(index)
            ScaledFonts.alone { unsafe pango_layout_line_get_extents(line, &ink, &logical) }
            return LineMetrics(
                width: Self.micrometres(max(logical.width, ink.x + ink.width) - min(0, ink.x)),
                overhang: Self.micrometres(max(0, -ink.x)),
                ascent: Self.micrometres(-ink.y), descent: Self.micrometres(ink.y + ink.height))
        }
    }

    /// The glyphs of each line, as pictures where the font cannot go into a PDF. Throws when a font is not a file.
    /// C: `pango_layout_line_get_resolved_direction`, the runs of `PangoLayoutLine`.
    func glyphRuns(on context: DrawingContext) throws(LabelsError) -> [[GlyphRun]] {
        let bytes = Array(text.utf8)
        var lines: [[GlyphRun]] = []
        for index in 0..<lineCount {
            var runs: [GlyphRun] = []
            var x: Int32 = 0
            var next = unsafe line(index)?.pointee.runs
            while let node = unsafe next {
                let run = unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
                unsafe runs.append(try Self.glyphRun(run, text: bytes, x: &x, on: context))
                unsafe next = node.pointee.next
            }
            lines.append(runs)
        }
        return lines
    }

    private static func glyphRun(
        _ run: UnsafeMutablePointer<PangoGlyphItem>, text: [UInt8], x: inout Int32, on context: DrawingContext
    ) throws(LabelsError) -> GlyphRun {
        let item = unsafe run.pointee.item.pointee
        let string = unsafe run.pointee.glyphs.pointee
        var face: Int32 = 0
        guard let font = unsafe item.analysis.font, let path = unsafe waymark_font_file(font, &face) else {
            throw .drawingFailed("a font of the text is not a file")
        }
        let description = unsafe pango_font_describe_with_absolute_size(font)
        defer { unsafe pango_font_description_free(description) }
        let size = unsafe Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE)
        let file = FontFile(path: unsafe String(cString: path), index: Int(face))
        let isPictures = try !context.face(file).isEmbeddable
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
            // An empty glyph represents what is not drawn, such as a joiner. C: PANGO_GLYPH_EMPTY.
            guard glyph != 0x0fff_ffff else { continue }
            let cluster = clusters[position]
            let end = ends.first { $0 > cluster } ?? cluster
            let isFirst = told.insert(cluster).inserted
            let picture = isPictures ? unsafe try context.picture(of: glyph, in: file, font, size: size) : nil
            glyphs.append(
                GlyphRun.Glyph(
                    index: glyph, x: Double(x + geometry.x_offset) / Double(PANGO_SCALE),
                    y: Double(geometry.y_offset) / Double(PANGO_SCALE),
                    text: isFirst ? String(decoding: text[start + cluster..<start + end], as: UTF8.self) : "",
                    picture: picture))
        }
        return GlyphRun(font: file, size: size, glyphs: glyphs, isPictures: isPictures)
    }

    /// Draws one line with the left end of its baseline at `x`, `y`, both in points, but for the runs whose glyphs are
    /// pictures. C: `pango_cairo_show_layout_line`, `pango_cairo_show_glyph_string`.
    func show(line index: Int, of runs: [GlyphRun], x: Double, y: Double, on cairo: OpaquePointer) {
        let line = unsafe line(Int32(index))
        guard runs.contains(where: \.isPictures) else {
            unsafe cairo_move_to(cairo, x, y)
            ScaledFonts.alone { unsafe pango_cairo_show_layout_line(cairo, line) }
            return
        }
        var pen: Int32 = 0
        var next = unsafe line?.pointee.runs
        var number = 0
        while let node = unsafe next {
            let run = unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
            if !runs.indices.contains(number) || !runs[number].isPictures {
                unsafe cairo_move_to(cairo, x + Double(pen) / Double(PANGO_SCALE), y)
                let font = unsafe run.pointee.item.pointee.analysis.font
                ScaledFonts.alone { unsafe pango_cairo_show_glyph_string(cairo, font, run.pointee.glyphs) }
            }
            unsafe pen += pango_glyph_string_get_width(run.pointee.glyphs)
            unsafe next = node.pointee.next
            number += 1
        }
    }

    private static func micrometres(_ units: Int32) -> Double {
        Points.toMicrometres(Double(units) / Double(PANGO_SCALE))
    }
}
