import CQRencode
internal import Faults
import Glibc

/// What libqrencode makes of a text at one level.
struct QREncoding {
    let version: Int
    let modules: BitMatrix

    /// Encodes in the smallest version that holds the text; nil when none does. The text is ASCII.
    ///
    /// 8-bit mode with the case-sensitive flag: without the flag libqrencode upper-cases the whole text.
    /// libqrencode is built with thread support, so texts may be encoded side by side.
    /// C: `QRcode_encodeString`, `QRcode_free`.
    init?(_ text: String, level: ErrorCorrectionLevel) throws(LabelsError) {
        guard let code = unsafe QRcode_encodeString(text, 0, level.code, QR_MODE_8, 1) else {
            if errno == ERANGE { return nil }
            throw LabelsError(
                code: .drawingFailed,
                message: "cannot make a QR symbol of \"\(text)\"",
                reason: "libqrencode: \(unsafe String(cString: strerror(errno)))",
                next: "free memory on this machine and try again")
        }
        defer { unsafe QRcode_free(code) }
        version = unsafe Int(code.pointee.version)
        let side = unsafe Int(code.pointee.width)
        modules = unsafe BitMatrix(
            side: side, colours: UnsafeBufferPointer(start: code.pointee.data, count: side * side))
    }
}

extension ErrorCorrectionLevel {
    fileprivate var code: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}
