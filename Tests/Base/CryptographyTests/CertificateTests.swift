import Cryptography
import Testing

/// Certificates of a station's own authority. What other programs say of them is in the end-to-end tests.
@Suite struct CertificateTests {
    private static let now: Int64 = 1_795_000_000
    private let names: [ServerName]

    init() throws {
        names = try ["bench.local", "192.0.2.10", "2001:db8::10"].map { try #require(ServerName($0)) }
    }

    @Test(arguments: [
        "", "bench_1.local", "*.local", "-bench.local", "bench..local", "192.0.2.300", "bench.local:443",
        "2001:db8::zz",
        "a,DNS:other.example", "bench.local/24",
    ])
    func `what is neither a host nor an address is no name`(_ text: String) {
        #expect(ServerName(text) == nil)
    }

    @Test(arguments: [
        ("2001:DB8:0::10", "2001:db8::10"), ("::1", "::1"), ("0:0:0:0:0:0:0:0", "::"), ("2001:db8::", "2001:db8::"),
        ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("1:0:0:2:3:0:0:4", "1::2:3:0:0:4"), ("1:2:3:4:5:6:0:8", "1:2:3:4:5:6:0:8"),
        ("::ffff:192.0.2.10", "::ffff:c000:20a"), ("192.0.2.10", "192.0.2.10"),
    ])
    func `an address is written as browsers write it`(_ text: String, _ address: String) {
        #expect(ServerName(text) == .address(address))
        #expect(ServerName(urlHost: address)?.urlHost == (address.contains(":") ? nil : address))
        #expect(ServerName(urlHost: "[\(address)]")?.urlHost == (address.contains(":") ? "[\(address)]" : nil))
    }

    @Test func `an authority issues certificates, also after it was written and read again`() throws {
        let made = try CertificatePair.authority(named: "Waymark station", for: names, days: 3_650, at: Self.now)
        let again = try CertificatePair(certificate: try made.certificateFile, key: try made.keyFile)
        #expect(again.fingerprint == made.fingerprint)
        let (first, second) = (
            try made.issue(for: names, days: 397, at: Self.now),
            try again.issue(for: [names[1]], days: 825, at: Self.now)
        )
        #expect(first.fingerprint != second.fingerprint)
        #expect(first.fingerprint.wholeMatch(of: #/([0-9A-F]{2}:){31}[0-9A-F]{2}/#) != nil)
        #expect(try String(decoding: first.keyFile, as: UTF8.self).hasPrefix("-----BEGIN PRIVATE KEY-----"))
        #expect("\(first)" == "a certificate with its key")
    }

    @Test(arguments: ["other.example", "192.0.2.11", "2001:db8::11", "local"])
    func `an authority vouches for its own names only`(_ other: String) throws {
        let made = try CertificatePair.authority(named: "Waymark station", for: names, days: 3_650, at: Self.now)
        let name = try #require(ServerName(other))
        #expect(throws: CryptographyError.self) { try made.issue(for: [name], days: 397, at: Self.now) }
    }

    @Test(arguments: [["bench.local"], ["192.0.2.10"], ["2001:db8::10"]])
    func `names of a kind that it has none of are refused, too`(_ own: [String]) throws {
        let own = try own.map { try #require(ServerName($0)) }
        let made = try CertificatePair.authority(named: "Waymark station", for: own, days: 3_650, at: Self.now)
        for other in ["other.example", "198.51.100.1", "2001:db8::11"] {
            let name = try #require(ServerName(other))
            #expect(throws: CryptographyError.self, "\(other) under \(own)") {
                try made.issue(for: [name], days: 397, at: Self.now)
            }
        }
    }

    @Test func `a key of another certificate and files of other content are refused`() throws {
        let (one, other) = (
            try CertificatePair.authority(named: "one", for: names, days: 10, at: Self.now),
            try CertificatePair.authority(named: "other", for: names, days: 10, at: Self.now)
        )
        let (certificate, key) = (try one.certificateFile, try other.keyFile)
        #expect(throws: CryptographyError.self) { try CertificatePair(certificate: certificate, key: key) }
        #expect(throws: CryptographyError.self) { try CertificatePair(certificate: key, key: key) }
        #expect(throws: CryptographyError.self) { try CertificatePair(certificate: certificate, key: []) }
    }
}
