package import Cryptography

extension DeviceKey {
    /// By which daemons know that they have the same key, and nothing else of it: a digest of the pseudonym of a text that
    /// no device has for its identifier, 64 lower-case hexadecimal digits.
    package func fingerprint() throws -> String {
        try SHA256.hexadecimal(of: digest(of: "the fingerprint of a hub's key for devices\n"))
    }
}
