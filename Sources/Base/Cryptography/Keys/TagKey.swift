import CCrypto
internal import Faults
internal import TextCoding

/// The master key from which the password of every tag is derived, and its identifier, by which the journal knows which
/// key a tag has. Prints its identifier only; the key itself is overwritten after use.
///
/// Derivation: NIST SP 800-108r1, 4.1, KDF in counter mode with HMAC-SHA-256 (32-bit counter). Label
/// `Waymark tag password 1`, context the UID, 48 bits: 32 of PWD, 16 of PACK. So no tag's password reveals that of
/// another, and any other use of the key, under another label, reveals nothing about either.
package struct TagKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Bytes that a key may have.
    package static let byteCounts = 16...64

    private static let passwordLabel = "Waymark tag password 1"
    private static let checkLabel = "Waymark key check 1"

    /// 1 to 32 small letters, digits, dots and hyphens.
    package let identifier: String
    private let secret: SecretBytes

    /// Throws unless the identifier and the size are as described.
    package init(identifier: String, bytes: some Collection<UInt8>) throws(CryptographyError) {
        let allowed = identifier.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
        }
        guard allowed, (1...32).contains(identifier.utf8.count) else {
            throw .badKey("its identifier is not 1 to 32 small letters, digits, dots and hyphens")
        }
        guard Self.byteCounts.contains(bytes.count) else {
            throw .badKey(
                "it has \(bytes.count) bytes, not \(Self.byteCounts.lowerBound) to \(Self.byteCounts.upperBound)")
        }
        self.identifier = identifier
        secret = SecretBytes(bytes)
    }

    /// Hands the password of the tag with this UID to `body`: PWD, 4 bytes, and PACK, 2 bytes. Never an optional or a
    /// tuple that could be printed by accident.
    package func withPassword<Result>(
        ofTag uid: [UInt8], _ body: (_ password: [UInt8], _ acknowledgement: [UInt8]) -> Result
    ) throws(CryptographyError) -> Result {
        let derived = try KeyDerivation.derive(6, from: secret, label: Self.passwordLabel, context: uid)
        return unsafe derived.withBytes { unsafe body(Array($0.prefix(4)), Array($0.suffix(2))) }
    }

    /// Six hexadecimal digits that show whether a key is the one that had this identifier before. They are not secret:
    /// derived under their own label, they reveal nothing about any password.
    package func checkValue() throws(CryptographyError) -> String {
        let derived = try KeyDerivation.derive(3, from: secret, label: Self.checkLabel, context: Array(identifier.utf8))
        return unsafe derived.withBytes { unsafe Hexadecimal.uppercase($0) }
    }

    package var description: String { "key \(identifier)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
