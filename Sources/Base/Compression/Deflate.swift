internal import CZlib

/// zlib's compression (RFC 1950), as streams of a PDF have it (ISO 32000-1, 7.4.4).
package enum Deflate {
    /// The compressed bytes; the same input gives the same output. `level` is 1, fastest, to 9, smallest.
    /// C: `compress2`, `compressBound`.
    package static func compressed(_ bytes: [UInt8], level: Int32) throws(CompressionError) -> [UInt8] {
        var count = compressBound(uLong(bytes.count))
        var status = Z_OK
        var output = [UInt8](repeating: 0, count: Int(count))
        unsafe output.withUnsafeMutableBufferPointer { output in
            status = unsafe compress2(output.baseAddress, &count, bytes, uLong(bytes.count), level)
        }
        guard status == Z_OK else { throw CompressionError(code: .outOfMemory, reason: "zlib: status \(status)") }
        output.removeLast(output.count - Int(count))
        return output
    }
}
