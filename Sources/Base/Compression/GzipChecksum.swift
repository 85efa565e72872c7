internal import CISAL

/// The CRC-32 of gzip (RFC 1952, 8).
enum GzipChecksum {
    /// The checksum of what had `checksum`, zero for nothing, with the bytes after it. C: `crc32_gzip_refl`.
    static func extended(_ checksum: UInt32, by bytes: Span<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return checksum }
            return unsafe waymark_gzip_checksum(checksum, start, bytes.count)
        }
    }
}
