internal import Faults

/// The signature that a tag shows with READ_SIG: r and s of an ECDSA over secp128r1, 16 bytes each.
///
/// A valid one proves that NXP has made a chip with this UID. It does not prove that this is the chip: anyone can read
/// UID and signature and copy them into a chip that replays both.
package struct OriginalitySignature: Sendable, Hashable {
    /// Bytes of a signature.
    package static let byteCount = 32

    package let bytes: [UInt8]

    /// nil unless there are 32 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Whether there is no signature at all, as on copies that do not know it.
    package var isMissing: Bool { bytes.allSatisfy { $0 == 0 } }

    /// The key that signed this UID; nil when none did. The message is the UID itself, not a digest of it.
    package func signer(of uid: [UInt8]) throws(CryptographyError) -> OriginalityKey? {
        guard !isMissing, uid.count == 7 else { return nil }
        for key in OriginalityKey.allCases where try isValid(for: uid, by: key) { return key }
        return nil
    }

    /// Whether the holder of one key has signed this UID.
    package func isValid(for uid: [UInt8], by key: OriginalityKey) throws(CryptographyError) -> Bool {
        let publicKey = try PublicKey(point: key.point, on: .secp128r1)
        return try publicKey.verifies(signature: encoded, of: uid)
    }

    /// The same as libcrypto wants it: a DER SEQUENCE of two INTEGERs.
    private var encoded: [UInt8] {
        let numbers = Self.integer(bytes.prefix(16)) + Self.integer(bytes.suffix(16))
        return [0x30, UInt8(numbers.count)] + numbers
    }

    /// Without leading zeros, except one in front of a byte that would look negative.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let digits = Array(bytes.drop { $0 == 0 })
        let value = digits.first.map { $0 & 0x80 == 0 } ?? false ? digits : [0x00] + digits
        return [0x02, UInt8(value.count)] + value
    }
}
