import CCrypto
internal import Faults
internal import TextCoding

/// The MD5 digest (RFC 1321). For comparing files with what a service says it has received, never for security.
package enum MD5 {
    /// 32 lower-case hexadecimal digits, as `md5sum` prints them. Wraps `EVP_Q_digest`.
    package static func hexadecimal(of bytes: [UInt8]) throws(CryptographyError) -> String {
        var digest = [UInt8](repeating: 0, count: 16)
        var count = 0
        guard unsafe EVP_Q_digest(nil, "MD5", nil, bytes, bytes.count, &digest, &count) == 1, count == digest.count
        else { throw .checksumUnavailable }
        return Hexadecimal.lowercase(digest)
    }
}
