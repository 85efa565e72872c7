package import Cryptography

/// A node of a Merkle tree: SHA-256 as RFC 6962, 2.1 takes it. Leaves and inner nodes begin with another byte, so that
/// neither can be given out as the other.
package struct LogHash: Hashable, Sendable {
    /// 32 bytes.
    package let bytes: [UInt8]

    /// Nil unless there are 32 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == SHA256.byteCount else { return nil }
        self.bytes = bytes
    }

    private init(of bytes: [UInt8]) throws(CryptographyError) {
        self.bytes = try SHA256.hash(bytes)
    }

    /// The root of a log without entries.
    package static func empty() throws(CryptographyError) -> LogHash { try LogHash(of: []) }

    /// The hash of an entry.
    package static func leaf(_ entry: [UInt8]) throws(CryptographyError) -> LogHash { try LogHash(of: [0] + entry) }

    /// The hash over two nodes.
    package static func node(_ left: LogHash, _ right: LogHash) throws(CryptographyError) -> LogHash {
        try LogHash(of: [1] + left.bytes + right.bytes)
    }
}
