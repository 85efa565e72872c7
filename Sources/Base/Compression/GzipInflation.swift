internal import CZlib

/// Unpacks gzip data (RFC 1952) a piece at a time. Owns a `z_stream`.
@safe package final class GzipInflation {
    private let stream: UnsafeMutablePointer<z_stream>

    /// C: `inflateInit2`.
    package init() throws(CompressionError) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe waymark_inflate_gzip(stream) == Z_OK else {
            throw CompressionError(code: .outOfMemory, reason: "there is no memory to unpack it")
        }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Begins another gzip file. C: `inflateReset`.
    package func restart() { unsafe _ = inflateReset(stream) }

    /// Unpacks at most `limit` bytes of what `input` holds from `position` on, and moves `position` behind what was
    /// taken. Says whether the gzip file has ended. C: `inflate`.
    package func unpack(
        _ input: inout [UInt8], from position: inout Int, limit: Int
    ) throws(CompressionError) -> (bytes: [UInt8], isEnd: Bool) {
        var status = Z_OK
        var left: UInt32 = 0
        let start = position
        let waiting = input.count - start
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: limit) { output, count in
            unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + start }
                unsafe stream.pointee.avail_in = UInt32(waiting)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = UInt32(limit)
                status = unsafe inflate(stream, Z_NO_FLUSH)
                unsafe left = stream.pointee.avail_in
            }
            count = unsafe limit - Int(stream.pointee.avail_out)
        }
        position = input.count - Int(left)
        switch status {
        case Z_STREAM_END: return (piece, true)
        case Z_OK, Z_BUF_ERROR: return (piece, false)
        default:
            let reason = unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "status \(status)"
            throw CompressionError(code: .damaged, reason: reason)
        }
    }
}
