import Cryptography

/// Made for these tests with `openssl genpkey`; it signs for nobody.
enum TestKey {
    static let identifier = "TESTKEY123"
    static let issuer = "57246542-96fe-1a63-e053-0824d011072a"
    static let fileName = "AuthKey_\(identifier).p8"
    static let pem = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwpmYyb4fuq75kR05
        rifg1qckm4Jmsjs3c3uysNmwhgChRANCAAQjAGhGnW7KXCB9iOigE2v0qRq0LHlh
        7bg3hnaw3lqhnoOIOH7vgidas22YY2cnJgUMJ9Fz0GhrmMMGHe/Su+M0
        -----END PRIVATE KEY-----

        """
    /// x and y of its public key, as the strict server takes them.
    static let publicKey =
        "230068469d6eca5c207d88e8a0136bf4a91ab42c7961edb8378676b0de5aa19e,"
        + "8388387eef82275ab36d9863672726050c27d173d0686b98c3061defd2bbe334"
    /// A key on another curve.
    static let p384 = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDAqxQsTIBSaX4bSZTCM
        N6yYasAUqW28rNGI82yPQJK13zE04YYeq/ztRyncahupcZ2hZANiAATJuEgHBq3p
        QYeSHPqsf1iYV4yc3z7zwuhYjf25jTOqf04tk5Znt5SkM0LXjtnSwddqo/upr9kk
        vKYIoh8nznXrOxqtOxJhWR9OfJVNw1owFINRoGnHJPlZe4ytYdhMABg=
        -----END PRIVATE KEY-----

        """

    static var key: SigningKey { get throws { try SigningKey(pem: Array(pem.utf8)) } }
}
