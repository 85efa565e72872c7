import CCairo
internal import Faults
import Pictures
import SymbolDecoding

extension LabelsError {
    /// See: `cairo_status_to_string`.
    static func cairoFailed(_ status: cairo_status_t) -> LabelsError {
        drawingFailed(unsafe "cairo: \(String(cString: cairo_status_to_string(status)))")
    }

    /// Why a symbol could not be looked for, in this module's words.
    init(_ error: SymbolDecodingError) {
        self.init(code: .drawingFailed, message: error.message, reason: error.reason, next: error.next)
    }

    /// The picture's file, or why there is none in this module's words.
    static func translating(_ picture: PNGPicture) throws(LabelsError) -> [UInt8] {
        do {
            return try picture.encoded()
        } catch {
            throw LabelsError(code: .pictureFailed, message: error.message, reason: error.reason, next: error.next)
        }
    }

    static func drawingFailed(_ reason: String) -> LabelsError {
        LabelsError(
            code: .drawingFailed,
            message: "cannot draw the sheet",
            reason: reason,
            next: "try again; if it stays so, report it with the version of libcairo2")
    }
}
