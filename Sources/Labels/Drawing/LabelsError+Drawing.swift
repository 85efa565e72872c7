import CCairo

extension LabelsError {
    /// See: `cairo_status_to_string`.
    static func cairoFailed(_ status: cairo_status_t) -> LabelsError {
        drawingFailed(unsafe "cairo: \(String(cString: cairo_status_to_string(status)))")
    }

    static func drawingFailed(_ reason: String) -> LabelsError {
        LabelsError(
            code: .drawingFailed,
            message: "cannot draw the sheet",
            reason: reason,
            next: "try again; if it stays so, report it with the version of libcairo2")
    }
}
