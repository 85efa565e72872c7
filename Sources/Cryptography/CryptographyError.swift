/// Why a cryptographic operation could not be done. Holds none of the data it was given.
public struct CryptographyError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable {
        case outOfMemory
        case digestUnavailable
    }

    public let code: Code
    /// What failed.
    public let message: String
    /// Why it failed.
    public let reason: String
    /// What to do about it.
    public let next: String

    public var description: String { "\(message): \(reason)" }

    static let outOfMemory = CryptographyError(
        code: .outOfMemory,
        message: "cannot start a SHA-256 digest",
        reason: "there is no memory left for it",
        next: "free memory on this machine and try again")

    /// See: man EVP_DigestInit, which fails when no loaded provider offers the algorithm.
    static let digestUnavailable = CryptographyError(
        code: .digestUnavailable,
        message: "cannot compute a SHA-256 digest",
        reason: "OpenSSL offers no SHA-256 here; its default provider is probably switched off",
        next: "check the providers that openssl.cnf activates: openssl list -providers")
}
