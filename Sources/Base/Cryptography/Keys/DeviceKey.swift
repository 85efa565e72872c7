import CCrypto
internal import Faults

/// The station's key for device identifiers: with it the same device has the same pseudonym, without it no one can try
/// identifiers out. Never printed.
///
/// HMAC-SHA-256 (RFC 2104, FIPS 198-1) over `Waymark device 1`, a zero byte and the identifier: see ``DeviceDigests``.
/// Wraps `RAND_bytes`.
package struct DeviceKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Bytes in a key.
    package static let byteCount = 32

    let secret: SecretBytes

    /// Throws unless there are 32 bytes.
    package init(_ bytes: some Collection<UInt8>) throws(CryptographyError) {
        guard bytes.count == Self.byteCount else {
            throw CryptographyError(
                code: .badKey, message: "the key for device identifiers is refused",
                reason: "it has \(bytes.count) bytes, not \(Self.byteCount)",
                next: "restore the key file from a backup; without it known devices count as new ones")
        }
        secret = SecretBytes(bytes)
    }

    /// Fresh bytes for a key, from the operating system's generator.
    package static func makeBytes() throws(CryptographyError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        guard unsafe RAND_bytes(&bytes, Int32(bytes.count)) == 1 else { throw .derivationUnavailable }
        return bytes
    }

    /// The pseudonym of one device, 32 bytes.
    package func digest(of device: String) throws(CryptographyError) -> [UInt8] {
        var digests = try DeviceDigests(self)
        return try digests.digest(of: device)
    }

    package var description: String { "the key for device identifiers" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
