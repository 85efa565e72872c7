import CCrypto

/// Digests of many devices with one ``DeviceKey``, which is prepared once: for each device by itself that would take four
/// times as long as the digest.
///
/// Owns one context of libcrypto, which keeps what it derives from the key and overwrites that at the end. Wraps
/// `EVP_MAC_fetch`, `EVP_MAC_CTX_new`, `EVP_MAC_init`, `EVP_MAC_update`, `EVP_MAC_final` and `EVP_MAC_CTX_free`.
@safe
package struct DeviceDigests: ~Copyable {
    private let context: OpaquePointer

    /// Looked up once. Lives as long as the program. libcrypto's algorithms may be used by any thread.
    @safe private struct Algorithm: @unchecked Sendable {
        let pointer: OpaquePointer? = unsafe EVP_MAC_fetch(nil, "HMAC", nil)
    }

    private static let algorithm = Algorithm()

    /// What is before the identifier: the same identifier under the same key has another code elsewhere.
    private static let label = Array("Waymark device 1".utf8) + [0]

    /// Throws when libcrypto cannot compute HMAC-SHA-256 on this machine.
    package init(_ key: DeviceKey) throws(CryptographyError) {
        guard let algorithm = unsafe Self.algorithm.pointer else { throw .derivationUnavailable }
        guard let context = unsafe EVP_MAC_CTX_new(algorithm) else { throw .outOfMemory }
        let isReady = unsafe key.secret.withBytes { key in
            unsafe crypto_begin_hmac_sha256(context, key.baseAddress, key.count)
        }
        guard isReady == 1 else {
            unsafe EVP_MAC_CTX_free(context)
            throw .derivationUnavailable
        }
        unsafe self.context = context
    }

    deinit { unsafe EVP_MAC_CTX_free(context) }

    /// The pseudonym of a device, 32 bytes.
    package mutating func digest(of device: String) throws(CryptographyError) -> [UInt8] {
        var device = device
        var digest = [UInt8](repeating: 0, count: 32)
        var length = 0
        let isDone = device.withUTF8 { text in
            // Without a key: begins again with the one that it has.
            unsafe EVP_MAC_init(context, nil, 0, nil) == 1
                && EVP_MAC_update(context, Self.label, Self.label.count) == 1
                && EVP_MAC_update(context, text.baseAddress, text.count) == 1
                && EVP_MAC_final(context, &digest, &length, digest.count) == 1
        }
        guard isDone, length == digest.count else { throw .derivationUnavailable }
        return digest
    }
}
