internal import CZlib

/// The CRC-32 of gzip (RFC 1952, 8).
///
/// By zlib: ISA-L 2.30 takes it faster, but leaves the upper halves of wide registers in use, after which other code of the
/// thread computes several times slower.
enum GzipChecksum {
    /// The checksum of what had `checksum`, zero for nothing, with the bytes after it. C: `crc32_z`.
    static func extended(_ checksum: UInt32, by bytes: Span<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            // Without an address it would begin anew.
            guard let start = bytes.baseAddress else { return checksum }
            return UInt32(truncatingIfNeeded: unsafe crc32_z(uLong(checksum), start, bytes.count))
        }
    }
}
