import CCrypto
internal import Faults

extension CertificatePair {
    /// The longest time that iOS accepts of a certificate whose authority a person has installed, in days.
    /// See: https://support.apple.com/en-us/103769
    package static let longestDays = 825

    /// A certificate authority of its own that can vouch for these names and addresses only, so that its key cannot be used
    /// to read other sites. `seconds`: the present, since 1970.
    package static func authority(
        named name: String, for names: [ServerName], days: Int, at seconds: Int64
    ) throws(CryptographyError) -> CertificatePair {
        try make(
            named: name, issuer: nil, days: days, at: seconds,
            extensions: [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"), (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_subject_key_identifier, "hash"), (NID_name_constraints, constraints(to: names)),
            ])
    }

    /// A server's certificate under this authority, with a new key. Throws when the authority cannot vouch for one of the
    /// names, or does not last until the certificate's end.
    package func issue(
        for names: [ServerName], days: Int, at seconds: Int64
    ) throws(CryptographyError) -> CertificatePair {
        // With a space, so that it is not taken for a host's name and compared with the constraints.
        let subject = "Station \(names.first?.description ?? "")"
        let made = try Self.make(
            named: subject, issuer: self, days: days, at: seconds,
            extensions: [
                (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"), (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid"),
                (NID_subject_alt_name, names.map(\.alternative).joined(separator: ",")),
            ])
        try verify(made)
        return made
    }

    /// What is not permitted is excluded, also of a kind of which no name is permitted.
    private static func constraints(to names: [ServerName]) -> String {
        var parts = names.map { "permitted;\($0.constraint)" }
        let hasHosts = names.contains { if case .host = $0 { true } else { false } }
        let addresses = names.filter { if case .address = $0 { true } else { false } }
        // No host has this name (RFC 6761, 6.4).
        if !hasHosts { parts.append("permitted;DNS:invalid") }
        if !addresses.contains(where: { !$0.isVersion6 }) { parts.append("excluded;IP:0.0.0.0/0.0.0.0") }
        if !addresses.contains(where: \.isVersion6) { parts.append("excluded;IP:0:0:0:0:0:0:0:0/0:0:0:0:0:0:0:0") }
        return "critical,\(parts.joined(separator: ","))"
    }

    /// `X509_verify_cert`, as a client does for a server.
    private func verify(_ made: CertificatePair) throws(CryptographyError) {
        guard let trusted = unsafe X509_STORE_new(), let context = unsafe X509_STORE_CTX_new() else {
            throw .outOfMemory
        }
        defer {
            unsafe X509_STORE_CTX_free(context)
            unsafe X509_STORE_free(trusted)
        }
        guard unsafe X509_STORE_add_cert(trusted, certificate) == 1,
            unsafe X509_STORE_CTX_init(context, trusted, made.certificate, nil) == 1,
            unsafe X509_STORE_CTX_set_purpose(context, X509_PURPOSE_SSL_SERVER) == 1
        else { throw .outOfMemory }
        guard unsafe X509_verify_cert(context) != 1 else { return }
        let reason = unsafe String(cString: X509_verify_cert_error_string(Int(X509_STORE_CTX_get_error(context))))
        throw .badCertificate("its authority cannot vouch for it: \(reason)")
    }

    private static func make(
        named name: String, issuer: CertificatePair?, days: Int, at seconds: Int64,
        extensions: [(kind: Int32, value: String)]
    ) throws(CryptographyError) -> CertificatePair {
        guard let key = unsafe crypto_new_p256() else { throw .signingUnavailable }
        guard let certificate = unsafe X509_new() else {
            unsafe EVP_PKEY_free(key)
            throw .outOfMemory
        }
        let made = unsafe CertificatePair(owning: certificate, key)
        var serial = [UInt8](repeating: 0, count: 16)
        guard unsafe RAND_bytes(&serial, Int32(serial.count)) == 1 else { throw .noRandomness }
        // Positive, and not zero (RFC 5280, 4.1.2.2).
        serial[0] = serial[0] & 0x7F | 0x40
        guard let number = unsafe BN_bin2bn(serial, Int32(serial.count), nil) else { throw .outOfMemory }
        defer { unsafe BN_free(number) }
        let subject = unsafe X509_get_subject_name(certificate)
        let signer = issuer ?? made
        // A phone's clock may be behind this one's. The whole time from then on is what phones compare with the longest one.
        let start = seconds - 3_600
        let isMade =
            unsafe X509_set_version(certificate, 2) == 1
            && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
            && ASN1_TIME_set(X509_getm_notBefore(certificate), Int(start)) != nil
            && ASN1_TIME_set(X509_getm_notAfter(certificate), Int(start) + days * 86_400) != nil
            && crypto_set_name(subject, String(name.prefix(64))) == 1
            && X509_set_issuer_name(certificate, X509_get_subject_name(signer.certificate)) == 1
            && X509_set_pubkey(certificate, key) == 1
        guard isMade else { throw .outOfMemory }
        for (kind, value) in extensions {
            guard unsafe crypto_add_extension(certificate, signer.certificate, kind, value) == 1 else {
                throw .badCertificate("OpenSSL refuses an extension of it: \(value)")
            }
        }
        guard unsafe X509_sign(certificate, signer.key, EVP_sha256()) > 0 else { throw .signingUnavailable }
        return made
    }
}
