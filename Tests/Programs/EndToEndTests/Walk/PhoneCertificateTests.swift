import Foundation
import TestBench
import Testing
import UnixSystem

/// `waymark phone certificate`, judged by openssl and curl.
@Suite(
    .needs(Witness(name: "openssl", package: "openssl")), .needs(Witness(name: "curl", package: "curl")),
    .timeLimit(.minutes(5)))
struct PhoneCertificateTests {
    private static let openssl = Witness(name: "openssl", package: "openssl")

    private func make(_ words: [String], in folder: TemporaryFolder) async throws -> RunningProgram.Ending {
        try await RunningProgram(.commandLine, ["phone", "certificate", folder["tls"]] + words + ["--json"]).wait()
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func `openssl verifies the certificate, its names, its use and its time; keys are their owner's`()
        async throws
    {
        let folder = try TemporaryFolder()
        let made = try await make(["--name", "127.0.0.1", "--name", "bench.local", "--days", "825"], in: folder)
        try #require(made.status == .exited(0), "\(made)")
        let (authority, station) = (folder["tls/authority/authority.crt"], folder["tls/station.crt"])
        for check in [["-verify_ip", "127.0.0.1"], ["-verify_hostname", "bench.local"]] {
            _ = try await Self.openssl.run(
                ["verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", authority] + check + [station])
        }
        let text = try await Self.openssl.run(["x509", "-in", station, "-noout", "-text"]).output
        #expect(text.contains("TLS Web Server Authentication") && text.contains("CA:FALSE"))
        #expect(text.contains("DNS:bench.local") && text.contains("IP Address:127.0.0.1"))
        let dates = try await Self.openssl.run(
            ["x509", "-in", station, "-noout", "-checkend", "\(826 * 86_400)"], expecting: 1)
        #expect(dates.output.contains("will expire"), "at most 825 days")
        let own = try await Self.openssl.run(["x509", "-in", authority, "-noout", "-text"]).output
        #expect(own.contains("Name Constraints: critical") && own.contains("CA:TRUE, pathlen:0"))
        let print = try await Self.openssl.run(["x509", "-in", station, "-noout", "-fingerprint", "-sha256"]).output
        #expect(try print.contains(#require(made.document["fingerprint"] as? String)))
        for key in ["tls/station.key", "tls/authority/authority.key"] { #expect(try mode(folder[key]) == 0o600) }
        #expect(try mode(folder["tls/authority"]) == 0o700)
    }

    @Test func `nothing is overwritten without a word, and renewing keeps the authority`() async throws {
        let folder = try TemporaryFolder()
        let first = try await make(["--name", "127.0.0.1"], in: folder)
        let again = try await make(["--name", "127.0.0.1"], in: folder)
        #expect(again.status == .exited(64) && again.errors.contains("--renew"))
        let renewed = try await make(["--name", "127.0.0.1", "--renew"], in: folder)
        try #require(renewed.status == .exited(0), "\(renewed)")
        func member(_ name: String, _ ending: RunningProgram.Ending) -> String? { ending.document[name] as? String }
        #expect(member("authorityFingerprint", first) == member("authorityFingerprint", renewed))
        #expect(member("fingerprint", first) != member("fingerprint", renewed))
        let other = try await make(["--name", "192.0.2.77", "--renew"], in: folder)
        #expect(other.status == .exited(1) && other.errors.contains("permitted subtree"), "\(other)")
        #expect(try await make([], in: folder).status == .exited(64))
        #expect(try await make(["--name", "127.0.0.1", "--days", "826"], in: folder).status == .exited(64))
    }

    @Test func `curl trusts the daemon by the authority alone, and the pairing code has the fingerprint`() async throws
    {
        let folder = try TemporaryFolder()
        let made = try await make(["--name", "127.0.0.1"], in: folder)
        let port = try ReservedPort()
        let options = [
            "--listen", "127.0.0.1:\(port.number)", "--certificate", folder["tls/station.crt"], "--certificate-key",
            folder["tls/station.key"],
        ]
        try await TestStation.run(options: options) { station in
            let address = "https://127.0.0.1:\(port.number)/walk/"
            let authority = folder["tls/authority/authority.crt"]
            let answer = try await Witness.curl.run(["--silent", "--show-error", "--cacert", authority, address])
            #expect(answer.output.contains("<title>Walk"))
            let stranger = try await RunningProgram(path: "curl", ["--silent", address]).wait()
            #expect(stranger.status == .exited(60), "curl does not know the authority otherwise: \(stranger)")
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let offer = try await station.waymark("phone", "pair", "anna", "--store", "cupertino", "--json")
            #expect(offer.document["fingerprint"] as? String == made.document["fingerprint"] as? String)
        }
    }
}
