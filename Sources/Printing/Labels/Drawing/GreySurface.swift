import CCairo
import SymbolDecoding

/// A rectangle of a page as grey pixels. Owns a `cairo_surface_t`.
///
/// The surface is an alpha channel that starts opaque and loses alpha where ink falls, so that its bytes are
/// the grey values themselves: 255 is paper, 0 is ink.
@safe struct GreySurface: ~Copyable {
    private let surface: OpaquePointer
    private let frame: Frame
    private let pixel: Double
    let width: Int
    let height: Int

    /// White paper for a rectangle of a page, with pixels of `pixel` micrometres from its upper left corner on.
    /// C: `cairo_image_surface_create`.
    init(_ frame: Frame, pixel: Double) throws(LabelsError) {
        let width = Int((frame.width / pixel - 1e-6).rounded(.up))
        let height = Int((frame.height / pixel - 1e-6).rounded(.up))
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
        self.frame = frame
        self.pixel = pixel
        self.width = width
        self.height = height
    }

    deinit {
        unsafe cairo_surface_destroy(surface)
    }

    /// A canvas whose ink takes paper away.
    func canvas() -> Canvas {
        unsafe Canvas(
            on: surface, pixelsPerInch: 25_400 / pixel, origin: (frame.x / pixel, frame.y / pixel),
            ink: CAIRO_OPERATOR_DEST_OUT)
    }

    /// The pixels. C: `cairo_image_surface_get_data`.
    func picture() throws(LabelsError) -> GreyPicture {
        unsafe cairo_surface_flush(surface)
        guard let data = unsafe cairo_image_surface_get_data(surface) else {
            throw .drawingFailed("the page has no pixels")
        }
        let stride = unsafe Int(cairo_image_surface_get_stride(surface))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height)
        for row in 0..<height {
            unsafe pixels.append(contentsOf: UnsafeBufferPointer(start: data + row * stride, count: width))
        }
        do {
            return try GreyPicture(width: width, height: height, pixels: pixels)
        } catch {
            throw .drawingFailed("\(error)")
        }
    }
}
