import CCrypto

/// Comparison whose duration reveals nothing about where two secrets differ.
package enum ConstantTime {
    /// Whether two byte strings are equal. The duration depends on their lengths alone, so a length is not
    /// secret. Wraps `CRYPTO_memcmp`.
    package static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        guard first.count == second.count else { return false }
        return unsafe CRYPTO_memcmp(first, second, first.count) == 0
    }
}
