import CCairo
import CRSVG
internal import Faults

extension Canvas {
    /// Draws an SVG as the paths that it has. A reference to another file is not followed: the drawing has no place
    /// of its own. C: `rsvg_handle_new_from_data`, `rsvg_handle_render_document`.
    func draw(_ placed: PlacedCode) throws(LabelsError) {
        var error: UnsafeMutablePointer<GError>?
        defer { unsafe g_clear_error(&error) }
        let svg = placed.drawing.svg
        guard let handle = unsafe rsvg_handle_new_from_data(svg, gsize(svg.count), &error) else {
            throw unsafe .codeUndrawable(placed.drawing, error)
        }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(handle)) }
        var viewport = RsvgRectangle(
            x: Points.from(micrometres: placed.frame.x), y: Points.from(micrometres: placed.frame.y),
            width: Points.from(micrometres: placed.frame.width),
            height: Points.from(micrometres: placed.frame.height))
        unsafe cairo_save(cairo)
        let isDrawn = ScaledFonts.alone { unsafe rsvg_handle_render_document(handle, cairo, &viewport, &error) != 0 }
        unsafe cairo_restore(cairo)
        guard isDrawn else { throw unsafe .codeUndrawable(placed.drawing, error) }
    }
}

extension LabelsError {
    fileprivate static func codeUndrawable(
        _ drawing: CodeDrawing, _ error: UnsafeMutablePointer<GError>?
    ) -> LabelsError {
        let reason = unsafe error?.pointee.message.map { unsafe String(cString: $0) }
        return LabelsError(
            code: .pictureFailed, message: "cannot draw \(drawing.file)",
            reason: "librsvg: \(reason ?? "no reason given")", next: "make it again with Apple's generator")
    }
}
