package import Faults

/// Why a picture could not be searched for symbols. A picture without symbols is not an error.
package typealias SymbolDecodingError = Fault<SymbolDecodingFaultCode>

package enum SymbolDecodingFaultCode: String, FaultCode {
    /// The picture's size does not match its bytes.
    case pictureInvalid = "picture-invalid"
    /// The decoder does not start.
    case decoderUnavailable = "decoder-unavailable"
    /// The decoder failed.
    case scanFailed = "scan-failed"
}

extension SymbolDecodingError {
    static func pictureInvalid(width: Int, height: Int, bytes: Int) -> SymbolDecodingError {
        SymbolDecodingError(
            code: .pictureInvalid,
            message: "cannot use the picture",
            reason:
                "\(width) x \(height) pixels do not match \(bytes) bytes, or a side is outside 1 to 65535",
            next: "give one byte per pixel, row by row, without padding")
    }

    static func decoderUnavailable(_ reason: String) -> SymbolDecodingError {
        SymbolDecodingError(
            code: .decoderUnavailable,
            message: "cannot start the symbol decoder",
            reason: reason,
            next: "check that libzbar 0.23.1 or newer, built with QR support, is installed")
    }

    static func scanFailed(_ library: String) -> SymbolDecodingError {
        SymbolDecodingError(
            code: .scanFailed,
            message: "cannot search the picture for symbols",
            reason: "\(library) refused the picture or ran out of memory",
            next: "free memory on this machine and try again, or give a smaller picture")
    }
}
