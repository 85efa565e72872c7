package import Faults

/// Why a cryptographic operation could not be done. Holds none of the data it was given.
package typealias CryptographyError = Fault<CryptographyFaultCode>

package enum CryptographyFaultCode: String, FaultCode {
    /// There is not enough memory.
    case outOfMemory = "out-of-memory"
    /// OpenSSL does not offer the digest.
    case digestUnavailable = "digest-unavailable"
    /// OpenSSL does not take the curve.
    case curveUnavailable = "curve-unavailable"
    /// OpenSSL does not offer HMAC.
    case derivationUnavailable = "derivation-unavailable"
    /// OpenSSL does not offer ECDSA, or Ed25519.
    case signingUnavailable = "signing-unavailable"
    /// A key that was given has a wrong size, kind or identifier.
    case badKey = "bad-key"
    /// A file is not that of a key, or was damaged.
    case badKeyFile = "bad-key-file"
    /// A certificate, its key or the names that it is for are not usable.
    case badCertificate = "bad-certificate"
    /// OpenSSL does not have random bytes.
    case noRandomness = "no-randomness"
}

extension CryptographyError {
    static var outOfMemory: CryptographyError {
        CryptographyError(
            code: .outOfMemory,
            message: "cannot start a cryptographic operation",
            reason: "there is no memory left for it",
            next: "free memory on this machine and try again")
    }

    /// See: man EVP_DigestInit, which fails when no loaded provider offers the algorithm.
    static var digestUnavailable: CryptographyError {
        CryptographyError(
            code: .digestUnavailable,
            message: "cannot compute a SHA-256 digest",
            reason: "OpenSSL offers no SHA-256 here; its default provider is probably switched off",
            next: "check the providers that openssl.cnf activates: openssl list -providers")
    }

    /// See: man EVP_PKEY_fromdata and man EVP_PKEY-EC.
    static var curveUnavailable: CryptographyError {
        CryptographyError(
            code: .curveUnavailable,
            message: "cannot check a signature",
            reason: "OpenSSL takes no curve by its numbers here; its default provider is probably switched off",
            next: "check the providers that openssl.cnf activates: openssl list -providers")
    }

    /// See: man EVP_MAC, which fails when no loaded provider offers HMAC.
    static var derivationUnavailable: CryptographyError {
        CryptographyError(
            code: .derivationUnavailable,
            message: "cannot derive a password",
            reason: "OpenSSL offers no HMAC with SHA-256 here; its default provider is probably switched off",
            next: "check the providers that openssl.cnf activates: openssl list -providers")
    }

    static func badKey(_ reason: String) -> CryptographyError {
        CryptographyError(
            code: .badKey, message: "the key for tag passwords is refused", reason: reason,
            next: "name the key otherwise, or make a new one: waymark key create FILE")
    }

    static func badKeyFile(_ reason: String) -> CryptographyError {
        CryptographyError(
            code: .badKeyFile, message: "the file is not a key for tag passwords", reason: reason,
            next: "name the file that waymark key create has made, or restore it from its copy")
    }

    static func badCertificate(_ reason: String) -> CryptographyError {
        CryptographyError(
            code: .badCertificate, message: "the certificate is refused", reason: reason,
            next: "name the files that waymark phone certificate has made, or make others in another folder")
    }

    /// See: man RAND_bytes
    static var noRandomness: CryptographyError {
        CryptographyError(
            code: .noRandomness, message: "cannot make a key", reason: "OpenSSL has no random bytes to give",
            next: "try again when the machine has been up for a minute")
    }

    static func badSigningKey(_ reason: String) -> CryptographyError {
        CryptographyError(
            code: .badKey, message: "the key for signing is refused", reason: reason,
            next: "give the file AuthKey_....p8 as it was downloaded from App Store Connect")
    }

    /// See: man EVP_DigestSignInit, which fails when no loaded provider offers ECDSA with SHA-256.
    static var signingUnavailable: CryptographyError {
        CryptographyError(
            code: .signingUnavailable,
            message: "cannot sign",
            reason: "OpenSSL offers no ECDSA with SHA-256 here; its default provider is probably switched off",
            next: "check the providers that openssl.cnf activates: openssl list -providers")
    }

    static func badEd25519Key(_ reason: String) -> CryptographyError {
        CryptographyError(
            code: .badKey, message: "the Ed25519 key is refused", reason: reason,
            next: "give the 32 bytes of the key, as it was made")
    }

    /// See: man EVP_PKEY-ED25519; a machine in FIPS mode may have none.
    static var ed25519Unavailable: CryptographyError {
        CryptographyError(
            code: .signingUnavailable,
            message: "cannot sign or verify a note",
            reason: "OpenSSL offers no Ed25519 here; its default provider is probably switched off",
            next: "check the providers that openssl.cnf activates: openssl list -providers")
    }

    /// See: man EVP_Q_digest; a machine in FIPS mode has no MD5.
    static var checksumUnavailable: CryptographyError {
        CryptographyError(
            code: .digestUnavailable,
            message: "cannot compute an MD5 checksum",
            reason: "OpenSSL offers no MD5 here, as in FIPS mode",
            next: "check the providers that openssl.cnf activates: openssl list -providers")
    }
}
