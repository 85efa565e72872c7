import CCrypto
internal import Faults

/// A key that a sender and a receiver of messages share: each message carries a code that only they can compute. Never
/// printed, and overwritten after use.
///
/// HMAC-SHA-256 (RFC 2104, FIPS 198-1). Wraps `EVP_Q_mac`.
package struct MessageKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Bytes that a key may have: those of Standard Webhooks.
    package static let byteCounts = 24...64

    private let secret: SecretBytes

    /// Throws for another size.
    package init(_ bytes: some Collection<UInt8>) throws(CryptographyError) {
        guard Self.byteCounts.contains(bytes.count) else {
            throw CryptographyError(
                code: .badKey, message: "the key for messages is refused",
                reason:
                    "it has \(bytes.count) bytes, not \(Self.byteCounts.lowerBound) to \(Self.byteCounts.upperBound)",
                next: "make one: printf 'whsec_%s\\n' \"$(openssl rand -base64 32)\"")
        }
        secret = SecretBytes(bytes)
    }

    /// The code of a message, 32 bytes.
    package func code(of message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        var length = 0
        let isDone = unsafe secret.withBytes { key in
            unsafe EVP_Q_mac(
                nil, "HMAC", nil, "SHA256", nil, key.baseAddress, key.count, message, message.count, &digest,
                digest.count, &length) != nil
        }
        guard isDone, length == digest.count else { throw .derivationUnavailable }
        return digest
    }

    package var description: String { "a key for messages" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
