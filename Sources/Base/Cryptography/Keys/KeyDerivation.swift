import CCrypto

/// NIST SP 800-108r1, 4.1: a key in counter mode with HMAC-SHA-256 and a 32-bit counter. Up to 32 bytes, which is one
/// round. Wraps `EVP_Q_mac`.
enum KeyDerivation {
    static func derive(
        _ count: Int, from key: SecretBytes, label: String, context: [UInt8]
    ) throws(CryptographyError) -> SecretBytes {
        let bits = UInt32(count * 8)
        // [i] = 1, label, 00, context, [L].
        let input =
            [0, 0, 0, 1] + Array(label.utf8) + [0] + context + [UInt8(bits >> 24), UInt8(bits >> 16 & 0xFF)]
            + [UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
        var block = [UInt8](repeating: 0, count: 32)
        defer { unsafe OPENSSL_cleanse(&block, block.count) }
        var length = 0
        let isDone = unsafe key.withBytes { key in
            unsafe EVP_Q_mac(
                nil, "HMAC", nil, "SHA256", nil, key.baseAddress, key.count, input, input.count, &block, block.count,
                &length) != nil
        }
        guard isDone, length == block.count else { throw .derivationUnavailable }
        return SecretBytes(block.prefix(count))
    }
}
