import CCrypto
internal import Faults

/// A private key for Ed25519 (RFC 8032, 5.1).
///
/// Owns one key of libcrypto, which overwrites it when it is freed. Printing it prints nothing of the key. Wraps
/// `EVP_PKEY_new_raw_private_key_ex`, `EVP_DigestSign` and `EVP_PKEY_free`.
@safe
package final class Ed25519PrivateKey: @unchecked Sendable, CustomStringConvertible, CustomReflectable {
    // Set once; libcrypto counts references to a key with atomic operations and signing does not change it.
    private let key: OpaquePointer

    /// Bytes in a private key: the seed.
    package static let seedSize = 32
    /// Bytes in a signature.
    package static let signatureSize = 64

    /// The key with these 32 bytes, which are random and secret.
    package init(seed: [UInt8]) throws(CryptographyError) {
        guard seed.count == Self.seedSize else { throw .badEd25519Key("\(seed.count) bytes are not 32") }
        guard let key = unsafe EVP_PKEY_new_raw_private_key_ex(nil, "ED25519", nil, seed, seed.count) else {
            throw .ed25519Unavailable
        }
        unsafe self.key = key
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// What others check its signatures with.
    package func publicKey() throws(CryptographyError) -> Ed25519PublicKey {
        var bytes = [UInt8](repeating: 0, count: Ed25519PublicKey.size)
        var count = bytes.count
        guard unsafe EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1, count == bytes.count else {
            throw .ed25519Unavailable
        }
        return try Ed25519PublicKey(bytes)
    }

    /// The signature of these bytes: 64 bytes, the same each time.
    package func signature(of message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { throw .outOfMemory }
        defer { unsafe EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: Self.signatureSize)
        var count = signature.count
        guard unsafe EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1,
            count == Self.signatureSize
        else { throw .ed25519Unavailable }
        return signature
    }

    package var description: String { "an Ed25519 key" }

    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A public key for Ed25519 (RFC 8032, 5.1): a point on the curve, as 32 bytes.
package struct Ed25519PublicKey: Hashable, Sendable {
    package static let size = 32

    package let bytes: [UInt8]

    /// Throws unless there are 32 bytes.
    package init(_ bytes: [UInt8]) throws(CryptographyError) {
        guard bytes.count == Self.size else { throw .badEd25519Key("\(bytes.count) bytes are not 32") }
        self.bytes = bytes
    }

    /// Whether the holder of the private key has signed these bytes. Wraps `EVP_DigestVerify`. False as well for bytes
    /// that are not a point on the curve.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) throws(CryptographyError) -> Bool {
        guard let key = unsafe EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, bytes, bytes.count) else {
            throw .ed25519Unavailable
        }
        defer { unsafe EVP_PKEY_free(key) }
        guard let context = unsafe EVP_MD_CTX_new() else { throw .outOfMemory }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else { throw .ed25519Unavailable }
        return unsafe EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
