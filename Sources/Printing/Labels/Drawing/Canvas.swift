import CCairo

/// Draws the three things a page is made of. Black only: no grey, no colour, no transparency.
///
/// The page's unit is the micrometre; the canvas turns it into points. Owns a `cairo_t`.
@safe struct Canvas: ~Copyable {
    let cairo: OpaquePointer

    /// A canvas on a surface with `pixelsPerInch` of its pixels to the inch. `origin`: how many pixels its first pixel is
    /// right of and below the page's upper left corner. `ink` is how black gets onto the surface. C: `cairo_create`.
    init(on surface: OpaquePointer, pixelsPerInch: Double, origin: (x: Double, y: Double), ink: cairo_operator_t) {
        unsafe cairo = unsafe cairo_create(surface)
        unsafe cairo_translate(cairo, -origin.x, -origin.y)
        unsafe cairo_scale(cairo, pixelsPerInch / 72, pixelsPerInch / 72)
        unsafe cairo_set_operator(cairo, ink)
        unsafe cairo_set_source_rgb(cairo, 0, 0, 0)
    }

    deinit {
        unsafe cairo_destroy(cairo)
    }

    /// Draws the modules as a mask with one pixel per module, unsmoothed: exact at any resolution at which a module is a
    /// whole number of dots. C: `cairo_mask`.
    func draw(_ placed: PlacedSymbol) {
        let modules = placed.symbol.modules
        let side = Int32(modules.side)
        let mask = unsafe cairo_image_surface_create(CAIRO_FORMAT_A8, side, side)
        defer { unsafe cairo_surface_destroy(mask) }
        if let data = unsafe cairo_image_surface_get_data(mask) {
            unsafe cairo_surface_flush(mask)
            let stride = unsafe Int(cairo_image_surface_get_stride(mask))
            for row in 0..<modules.side {
                for column in 0..<modules.side {
                    unsafe data[row * stride + column] = modules[row, column] ? 255 : 0
                }
            }
            unsafe cairo_surface_mark_dirty(mask)
        }
        let pattern = unsafe cairo_pattern_create_for_surface(mask)
        defer { unsafe cairo_pattern_destroy(pattern) }
        unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
        unsafe cairo_save(cairo)
        defer { unsafe cairo_restore(cairo) }
        let frame = placed.frame
        unsafe cairo_translate(
            cairo, Points.from(micrometres: frame.x), Points.from(micrometres: frame.y))
        let module = Points.from(micrometres: frame.width) / Double(modules.side)
        unsafe cairo_scale(cairo, module, module)
        unsafe cairo_mask(cairo, pattern)
    }

    /// Draws a text where it was measured to be. Throws when it falls into other lines than it did then,
    /// which happens when a font was installed or removed in between.
    func draw(_ placed: PlacedText, on context: DrawingContext) throws(LabelsError) {
        let isOneLine = placed.baselines.count == 1
        let layout = TextLayout(
            placed.text, style: placed.style, size: placed.size, width: isOneLine ? 1e9 : placed.fitted.width,
            breaksWords: placed.fitted.breaksWords, on: context)
        guard layout.lines.count == placed.baselines.count else {
            throw .drawingFailed("the lines of \"\(placed.text)\" changed while the sheet was made")
        }
        for (index, baseline) in placed.baselines.enumerated() {
            unsafe layout.show(
                line: index, of: placed.fitted.runs[index], x: Points.from(micrometres: baseline.x),
                y: Points.from(micrometres: baseline.y), on: cairo)
        }
        for picture in placed.pictures { draw(picture) }
    }

    /// Draws a picture into a rectangle, as dark as its pixels. C: `cairo_mask`.
    func draw(_ placed: PlacedLogo) {
        let (width, height) = (placed.logo.width, placed.logo.height)
        let mask = unsafe cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height))
        defer { unsafe cairo_surface_destroy(mask) }
        if let data = unsafe cairo_image_surface_get_data(mask) {
            unsafe cairo_surface_flush(mask)
            let stride = unsafe Int(cairo_image_surface_get_stride(mask))
            for row in 0..<height {
                for column in 0..<width {
                    unsafe data[row * stride + column] = 255 - placed.logo.pixels[row * width + column]
                }
            }
            unsafe cairo_surface_mark_dirty(mask)
        }
        unsafe cairo_save(cairo)
        defer { unsafe cairo_restore(cairo) }
        unsafe cairo_translate(
            cairo, Points.from(micrometres: placed.frame.x), Points.from(micrometres: placed.frame.y))
        unsafe cairo_scale(
            cairo, Points.from(micrometres: placed.frame.width) / Double(width),
            Points.from(micrometres: placed.frame.height) / Double(height))
        unsafe cairo_mask_surface(cairo, mask, 0, 0)
    }

    /// Draws a straight line. `width` is in points. C: `cairo_stroke`.
    func draw(_ line: RuledLine) {
        unsafe cairo_set_line_width(cairo, line.width)
        unsafe cairo_move_to(cairo, Points.from(micrometres: line.x1), Points.from(micrometres: line.y1))
        unsafe cairo_line_to(cairo, Points.from(micrometres: line.x2), Points.from(micrometres: line.y2))
        unsafe cairo_stroke(cairo)
    }

    /// Throws when any of the calls so far failed. C: `cairo_status`.
    func check() throws(LabelsError) {
        let status = unsafe cairo_status(cairo)
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairoFailed(status) }
    }
}
