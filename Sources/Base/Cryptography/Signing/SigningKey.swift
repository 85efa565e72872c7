import CCrypto
internal import Faults

/// A private key on the curve P-256 (FIPS 186-4, D.1.2.3), for signatures of the kind ES256 (RFC 7518, 3.4).
///
/// Owns one key of libcrypto, which overwrites it when it is freed. Printing it prints nothing of the key. Wraps
/// `PEM_read_bio_PrivateKey`, `EVP_PKEY_get_utf8_string_param`, `EVP_DigestSign` and `EVP_PKEY_free`.
@safe
package final class SigningKey: @unchecked Sendable, CustomStringConvertible, CustomReflectable {
    // Set once; libcrypto counts references to a key with atomic operations and signing does not change it.
    private let key: OpaquePointer

    /// Bytes in a signature: r, then s.
    package static let signatureSize = 64

    /// Reads a key from PEM, as Apple's `.p8` files hold it (PKCS #8, without passphrase).
    package init(pem: [UInt8]) throws(CryptographyError) {
        let read = unsafe pem.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let source = unsafe crypto_memory(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
            defer { unsafe BIO_free(source) }
            return unsafe crypto_read_private_key(source)
        }
        guard let read = unsafe read else { throw .badSigningKey("it holds no private key in PEM") }
        unsafe key = unsafe read
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        let hasName =
            unsafe EVP_PKEY_get_utf8_string_param(key, crypto_name_group(), &name, name.count, &length) == 1
        let curve = String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard hasName else { throw .badSigningKey("its key is not one on an elliptic curve") }
        guard curve == "prime256v1" else { throw .badSigningKey("its key is on the curve \(curve), not on P-256") }
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// The signature of these bytes: 64 bytes, r and s (RFC 7518, 3.4), over their SHA-256.
    package func signature(of message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { throw .outOfMemory }
        defer { unsafe EVP_MD_CTX_free(context) }
        // The longest encoding of two numbers of 32 bytes (X.690, 8.3): 2 + 2 * (2 + 33).
        var encoded = [UInt8](repeating: 0, count: 72)
        var count = encoded.count
        guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            unsafe EVP_DigestSign(context, &encoded, &count, message, message.count) == 1
        else { throw .signingUnavailable }
        return try Self.numbers(in: encoded, count: count)
    }

    /// `d2i_ECDSA_SIG`, `BN_bn2binpad`
    private static func numbers(in encoded: [UInt8], count: Int) throws(CryptographyError) -> [UInt8] {
        let half = signatureSize / 2
        var numbers = [UInt8](repeating: 0, count: signatureSize)
        let isDone = unsafe encoded.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            guard let signature = unsafe d2i_ECDSA_SIG(nil, &start, count) else { return false }
            defer { unsafe ECDSA_SIG_free(signature) }
            return unsafe numbers.withUnsafeMutableBufferPointer { numbers in
                guard let r = numbers.baseAddress else { return false }
                return unsafe BN_bn2binpad(ECDSA_SIG_get0_r(signature), r, Int32(half)) == half
                    && BN_bn2binpad(ECDSA_SIG_get0_s(signature), r + half, Int32(half)) == half
            }
        }
        guard isDone else { throw .signingUnavailable }
        return numbers
    }

    package var description: String { "a P-256 key" }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
