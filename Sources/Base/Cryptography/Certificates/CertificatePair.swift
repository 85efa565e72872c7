import CCrypto
internal import Faults

/// A certificate (RFC 5280) and its private key on the curve P-256.
///
/// Owns both; libcrypto overwrites the key when it is freed. Printing it prints nothing of the key. Wraps `PEM_read_bio_X509`,
/// `PEM_read_bio_PrivateKey`, `X509_check_private_key`, `X509_digest`.
@safe
package final class CertificatePair: @unchecked Sendable, CustomStringConvertible, CustomReflectable {
    // Set once; libcrypto counts references with atomic operations, and nothing below changes them.
    let certificate: OpaquePointer
    let key: OpaquePointer

    /// Takes both over.
    init(owning certificate: OpaquePointer, _ key: OpaquePointer) {
        unsafe self.certificate = unsafe certificate
        unsafe self.key = unsafe key
    }

    deinit {
        unsafe X509_free(certificate)
        unsafe EVP_PKEY_free(key)
    }

    /// Reads the first certificate of a file in PEM, and its key (PKCS #8 or SEC 1, without passphrase).
    package convenience init(certificate: [UInt8], key: [UInt8]) throws(CryptographyError) {
        guard let read = unsafe Self.reading(certificate, { unsafe crypto_read_certificate($0) }) else {
            throw .badCertificate("the file holds no certificate in PEM")
        }
        guard let secret = unsafe Self.reading(key, { unsafe crypto_read_private_key($0) }) else {
            unsafe X509_free(read)
            throw .badCertificate("the key's file holds no private key in PEM")
        }
        unsafe self.init(owning: read, secret)
        guard unsafe X509_check_private_key(self.certificate, self.key) == 1 else {
            throw .badCertificate("the key is not the certificate's")
        }
    }

    private static func reading(
        _ bytes: [UInt8], _ read: (OpaquePointer) -> OpaquePointer?
    ) -> OpaquePointer? {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let source = unsafe crypto_memory(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
            defer { unsafe BIO_free(source) }
            return unsafe read(source)
        }
    }

    /// In PEM.
    package var certificateFile: [UInt8] {
        get throws(CryptographyError) { try unsafe Self.written { unsafe PEM_write_bio_X509($0, certificate) } }
    }

    /// PKCS #8 in PEM, without passphrase: for a file that only its owner may read.
    package var keyFile: [UInt8] {
        get throws(CryptographyError) { try unsafe Self.written { unsafe crypto_write_private_key($0, key) } }
    }

    /// SHA-256 of the certificate, as phones and browsers show it: `3A:07:...`.
    package var fingerprint: String { unsafe Self.fingerprint(of: certificate) }

    /// The same of the first certificate of a file in PEM, whose key is not needed for it.
    package static func fingerprint(of certificate: [UInt8]) throws(CryptographyError) -> String {
        guard let read = unsafe reading(certificate, { unsafe crypto_read_certificate($0) }) else {
            throw .badCertificate("the file holds no certificate in PEM")
        }
        defer { unsafe X509_free(read) }
        return unsafe fingerprint(of: read)
    }

    private static func fingerprint(of certificate: OpaquePointer) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        _ = unsafe X509_digest(certificate, EVP_sha256(), &digest, &count)
        let digits = Array("0123456789ABCDEF")
        return digest.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined(separator: ":")
    }

    private static func written(_ write: (OpaquePointer) -> Int32) throws(CryptographyError) -> [UInt8] {
        guard let sink = unsafe crypto_sink() else { throw .outOfMemory }
        defer { unsafe BIO_free(sink) }
        var start: UnsafeMutablePointer<CChar>?
        guard unsafe write(sink) == 1 else { throw .outOfMemory }
        let count = unsafe crypto_sink_content(sink, &start)
        return unsafe UnsafeRawBufferPointer(start: start, count: count).map(\.self)
    }

    package var description: String { "a certificate with its key" }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
