import CCairo

/// A PDF that cairo writes into memory: for drawings that are not ours, which librsvg hands to cairo as paths.
/// Owns a `cairo_surface_t`; a class, because cairo keeps a pointer to its bytes.
@safe final class VectorDocument {
    private var surface: OpaquePointer?
    private let bytes = Bytes()

    private final class Bytes {
        var all: [UInt8] = []
    }

    /// An empty document; lengths are points. C: `cairo_pdf_surface_create_for_stream`.
    init(width: Double, height: Double, title: String, software: String, createdAt: Int) {
        unsafe surface = unsafe cairo_pdf_surface_create_for_stream(
            { closure, data, count in
                guard let closure = unsafe closure else { return CAIRO_STATUS_WRITE_ERROR }
                unsafe Unmanaged<Bytes>.fromOpaque(closure).takeUnretainedValue().all
                    .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(bytes).toOpaque(), width, height)
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, software)
        // Otherwise cairo writes the time of the day: the same input would not give the same bytes.
        unsafe cairo_pdf_surface_set_metadata(
            surface, CAIRO_PDF_METADATA_CREATE_DATE, DocumentTime.iso8601(createdAt))
    }

    deinit {
        ScaledFonts.alone { unsafe cairo_surface_destroy(surface) }
    }

    /// Draws a page and ends it. C: `cairo_surface_show_page`.
    func page(label: String, _ draw: (borrowing Canvas) throws(LabelsError) -> Void) throws(LabelsError) {
        guard let surface = unsafe surface else { throw .drawingFailed("there is no document") }
        unsafe cairo_pdf_surface_set_page_label(surface, label)
        let canvas = unsafe Canvas(
            on: surface, pixelsPerInch: 72, origin: (0, 0), ink: CAIRO_OPERATOR_OVER)
        try draw(canvas)
        try canvas.check()
        ScaledFonts.alone { unsafe cairo_surface_show_page(surface) }
    }

    /// The whole file. C: `cairo_surface_finish`.
    func finish() throws(LabelsError) -> [UInt8] {
        ScaledFonts.alone { unsafe cairo_surface_finish(surface) }
        let status = unsafe cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairoFailed(status) }
        return bytes.all
    }
}
