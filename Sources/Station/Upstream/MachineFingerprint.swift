internal import Cryptography
internal import Faults
internal import UnixSystem

/// Which machine this is. See: man 5 machine-id, which asks that the identifier itself is not sent anywhere.
package enum MachineFingerprint {
    /// SHA-256 over a name of ours and the machine's identifier, 64 lower-case hexadecimal digits.
    package static func read(_ path: String = "/etc/machine-id") throws -> String {
        let bytes = (try? File.read(path, limit: 256)) ?? []
        let text = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        guard text.count == 32, text.allSatisfy(\.isHexDigit) else {
            throw UpstreamError(
                .unknownMachine, "this machine has no identifier",
                why: "\(path) does not hold 32 hexadecimal digits", next: "make it: systemd-machine-id-setup")
        }
        return try SHA256.hexadecimal(of: Array("waymark station\n\(text)\n".utf8))
    }
}
