import CZlib

/// zlib's compression, for streams of a PDF (ISO 32000-1, 7.4.4).
enum Deflate {
    /// The compressed bytes; the same input gives the same output. C: `compress2`, `compressBound`.
    static func compressed(_ bytes: [UInt8], level: Int32) throws(LabelsError) -> [UInt8] {
        var count = compressBound(uLong(bytes.count))
        var status = Z_OK
        var output = [UInt8](repeating: 0, count: Int(count))
        unsafe output.withUnsafeMutableBufferPointer { output in
            status = unsafe compress2(output.baseAddress, &count, bytes, uLong(bytes.count), level)
        }
        guard status == Z_OK else { throw .drawingFailed("zlib: status \(status)") }
        output.removeLast(output.count - Int(count))
        return output
    }
}
