import CCairo

/// A PDF that grows page by page in memory. Owns a `cairo_surface_t`.
///
/// cairo 1.16 cannot set the viewer preference that forbids scaling, so every page says it in words.
@safe struct PDFDocument: ~Copyable {
    private let surface: OpaquePointer
    private let sink: ByteSink

    /// An empty document with pages of one size in micrometres. `createdAt` is ISO 8601: without it cairo
    /// would write the current time, and no two runs would give the same bytes.
    /// C: `cairo_pdf_surface_create_for_stream`, `cairo_pdf_surface_set_metadata`.
    init(
        pageWidth: Int, pageHeight: Int, title: String, creator: String, createdAt: String,
        turn: borrowing DrawingTurn
    ) throws(LabelsError) {
        let sink = ByteSink()
        let surface = unsafe cairo_pdf_surface_create_for_stream(
            ByteSink.append, Unmanaged.passUnretained(sink).toOpaque(),
            Points.from(micrometres: Double(pageWidth)), Points.from(micrometres: Double(pageHeight)))
        let status = unsafe cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS, let surface = unsafe surface else {
            unsafe cairo_surface_destroy(surface)
            throw .cairoFailed(status)
        }
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, creator)
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, createdAt)
        unsafe self.surface = unsafe surface
        self.sink = sink
    }

    deinit {
        unsafe cairo_surface_destroy(surface)
    }

    /// A canvas for the next page; end it with `endPage()`.
    func canvas(turn: borrowing DrawingTurn) -> Canvas {
        unsafe Canvas(on: surface, dotsPerInch: 72, ink: CAIRO_OPERATOR_OVER, turn: turn)
    }

    /// Writes what is left and gives the file. C: `cairo_surface_finish`.
    consuming func finish() throws(LabelsError) -> [UInt8] {
        unsafe cairo_surface_finish(surface)
        let status = unsafe cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS else { throw .cairoFailed(status) }
        return sink.bytes
    }
}

/// Where cairo puts the bytes of a document. A class, because cairo keeps a pointer to it; the document
/// holds it as long as the surface lives.
private final class ByteSink {
    var bytes: [UInt8] = []

    static let append: cairo_write_func_t = { sink, data, count in
        guard let sink = unsafe sink, let data = unsafe data else { return CAIRO_STATUS_WRITE_ERROR }
        let bytes = unsafe UnsafeBufferPointer(start: data, count: Int(count))
        unsafe Unmanaged<ByteSink>.fromOpaque(sink).takeUnretainedValue().bytes.append(contentsOf: bytes)
        return CAIRO_STATUS_SUCCESS
    }
}
