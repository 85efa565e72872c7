import Cryptography
import Faults
import Testing

@Suite struct `A signing key` {
    /// Made for these tests with `openssl genpkey`; they sign for nobody.
    private static let p256 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwpmYyb4fuq75kR05
        rifg1qckm4Jmsjs3c3uysNmwhgChRANCAAQjAGhGnW7KXCB9iOigE2v0qRq0LHlh
        7bg3hnaw3lqhnoOIOH7vgidas22YY2cnJgUMJ9Fz0GhrmMMGHe/Su+M0
        -----END PRIVATE KEY-----
        """
    private static let p384 = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDAqxQsTIBSaX4bSZTCM
        N6yYasAUqW28rNGI82yPQJK13zE04YYeq/ztRyncahupcZ2hZANiAATJuEgHBq3p
        QYeSHPqsf1iYV4yc3z7zwuhYjf25jTOqf04tk5Znt5SkM0LXjtnSwddqo/upr9kk
        vKYIoh8nznXrOxqtOxJhWR9OfJVNw1owFINRoGnHJPlZe4ytYdhMABg=
        -----END PRIVATE KEY-----
        """

    @Test func `signs with 64 bytes, and never twice the same`() throws {
        let key = try SigningKey(pem: Array(Self.p256.utf8))
        let signatures = try (0..<50).map { _ in try key.signature(of: Array("abc".utf8)) }
        #expect(signatures.allSatisfy { $0.count == SigningKey.signatureSize })
        #expect(Set(signatures).count == 50)
    }

    @Test(arguments: [
        (p384, "its key is on the curve secp384r1, not on P-256"),
        ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "it holds no private key in PEM"),
        ("", "it holds no private key in PEM"),
    ])
    func `another key is refused with its reason`(pem: String, reason: String) {
        let error = #expect(throws: CryptographyError.self) { try SigningKey(pem: Array(pem.utf8)) }
        #expect(error?.code == .badKey)
        #expect(error?.reason == reason)
    }

    @Test func `is printed without its numbers`() throws {
        let key = try SigningKey(pem: Array(Self.p256.utf8))
        #expect("\(key)" == "a P-256 key")
        #expect(Mirror(reflecting: key).children.isEmpty)
    }

    @Test func `an MD5 checksum is that of RFC 1321`() throws {
        #expect(try MD5.hexadecimal(of: Array("message digest".utf8)) == "f96b697d7cb7938d525a2f31aaf161d0")
        #expect(try MD5.hexadecimal(of: []) == "d41d8cd98f00b204e9800998ecf8427e")
    }
}
