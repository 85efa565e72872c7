import CCairo
import SymbolDecoding

/// A page, or a band across it, as grey pixels. Owns a `cairo_surface_t`.
///
/// The surface is an alpha channel that starts opaque and loses alpha where ink falls, so that its bytes are
/// the grey values themselves: 255 is paper, 0 is ink.
@safe struct GreySurface: ~Copyable {
    private let surface: OpaquePointer
    let dotsPerInch: Int
    let width: Int
    let height: Int

    /// The first row of pixels, counted from the page's upper edge.
    let top: Int

    /// White paper for the part of a page between `top` and `bottom`, all in micrometres.
    /// C: `cairo_image_surface_create`.
    init(pageWidth: Int, top: Double, bottom: Double, dotsPerInch: Int) throws(LabelsError) {
        let width = (pageWidth * dotsPerInch + 25_399) / 25_400
        let first = Int((top * Double(dotsPerInch) / 25_400 + 1e-6).rounded(.down))
        let height = Int((bottom * Double(dotsPerInch) / 25_400 - 1e-6).rounded(.up)) - first
        let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height))
        let status = unsafe cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS, let surface = unsafe surface else {
            unsafe cairo_surface_destroy(surface)
            throw .cairoFailed(status)
        }
        let cairo = unsafe cairo_create(surface)
        unsafe cairo_paint(cairo)
        unsafe cairo_destroy(cairo)
        unsafe self.surface = unsafe surface
        self.dotsPerInch = dotsPerInch
        self.width = width
        self.height = height
        self.top = first
    }

    deinit {
        unsafe cairo_surface_destroy(surface)
    }

    /// A canvas whose ink takes paper away.
    func canvas() -> Canvas {
        unsafe Canvas(on: surface, dotsPerInch: dotsPerInch, origin: top, ink: CAIRO_OPERATOR_DEST_OUT)
    }

    /// The pixels that touch a rectangle of the page. C: `cairo_image_surface_get_data`.
    func picture(of frame: Frame) throws(LabelsError) -> GreyPicture {
        let pixel = 25_400 / Double(dotsPerInch)
        // A rectangle on the pixel grid must not gain a row of pixels by rounding.
        let rounding = 0.001
        let left = max(0, Int((frame.x / pixel + rounding).rounded(.down)))
        let first = max(0, Int((frame.y / pixel + rounding).rounded(.down)) - top)
        let right = min(width, Int((frame.right / pixel - rounding).rounded(.up)))
        let bottom = min(height, Int((frame.bottom / pixel - rounding).rounded(.up)) - top)
        return try picture(columns: left..<max(left, right), rows: first..<max(first, bottom))
    }

    /// All pixels.
    func picture() throws(LabelsError) -> GreyPicture {
        try picture(columns: 0..<width, rows: 0..<height)
    }

    private func picture(columns: Range<Int>, rows: Range<Int>) throws(LabelsError) -> GreyPicture {
        unsafe cairo_surface_flush(surface)
        guard let data = unsafe cairo_image_surface_get_data(surface) else {
            throw .drawingFailed("the page has no pixels")
        }
        let stride = unsafe Int(cairo_image_surface_get_stride(surface))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(columns.count * rows.count)
        for row in rows {
            let start = unsafe data + row * stride + columns.lowerBound
            unsafe pixels.append(contentsOf: UnsafeBufferPointer(start: start, count: columns.count))
        }
        do {
            return try GreyPicture(width: columns.count, height: rows.count, pixels: pixels)
        } catch {
            throw .drawingFailed("\(error)")
        }
    }
}
