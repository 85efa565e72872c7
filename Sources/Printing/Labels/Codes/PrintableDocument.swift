import CQPDF

/// A PDF of cairo's, with what cairo 1.16 cannot say: that a viewer is not to scale it. Owns a `qpdf_data`.
@safe struct PrintableDocument: ~Copyable {
    private let data: OpaquePointer?

    /// C: `qpdf_init`.
    init() {
        unsafe data = qpdf_init()
    }

    deinit {
        var data = unsafe self.data
        unsafe qpdf_cleanup(&data)
    }

    /// The same pages; the same input gives the same bytes.
    /// C: `qpdf_read_memory`, `qpdf_oh_replace_key`, `qpdf_write`.
    func unscaled(_ pdf: [UInt8]) throws(LabelsError) -> [UInt8] {
        let data = unsafe self.data
        let failed = unsafe pdf.withUnsafeBytes { bytes in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            // The bytes are read until the document is written, here.
            guard unsafe qpdf_read_memory(data, "sheet", start, UInt64(bytes.count), nil) < 2 else { return true }
            let preferences = unsafe qpdf_oh_parse(
                data, "<< /PrintScaling /None /PickTrayByPDFSize true /DisplayDocTitle true >>")
            unsafe qpdf_oh_replace_key(data, qpdf_get_root(data), "/ViewerPreferences", preferences)
            guard unsafe qpdf_init_write_memory(data) < 2 else { return true }
            unsafe qpdf_set_deterministic_ID(data, 1)
            return unsafe qpdf_write(data) >= 2
        }
        guard !failed, let buffer = unsafe qpdf_get_buffer(data) else { throw .drawingFailed("qpdf failed") }
        return unsafe Array(UnsafeBufferPointer(start: buffer, count: qpdf_get_buffer_length(data)))
    }
}
