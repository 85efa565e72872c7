import Foundation
import TestBench
import Testing
import UnixSystem

/// Tokens: made, shown once, kept as digests, revoked; and addresses that need more than a token.
@Suite(.timeLimit(.minutes(10)), .needs(.curl)) struct TokenTests {
    @Test func `a secret is shown once and is in no file and no log`() async throws {
        try await TestStation.run(options: TestStation.listening + ["--log-level", "trace"]) { station in
            let made = try await station.waymark("token", "create", "--role", "read", "--expires", "30", "--json")
            let secret = try #require(made.document["secret"] as? String)
            let token = try #require(made.document["token"] as? [String: Any])
            #expect(token["name"] as? String == "token-1" && token["expires"] is String)
            #expect(secret.wholeMatch(of: #/waymark_[A-Za-z0-9_-]{43}/#) != nil)
            #expect(try await station.web("GET", "/v1/stores", secret).status == 200)
            #expect(try await station.web("GET", "/v1/stores", String(secret.dropLast())).status == 401)

            let list = try await station.waymark("token", "list").output
            #expect(list.contains("token-1") && list.contains("read") && !list.contains(secret))
            _ = try await station.web("POST", "/v1/session", body: #"{"secret":"\#(secret)"}"#)
            await station.stopDaemon()
            for file in try FileManager.default.contentsOfDirectory(atPath: station.folder.path) {
                guard let bytes = FileManager.default.contents(atPath: station.folder[file]) else { continue }
                #expect(bytes.range(of: Data(secret.utf8.dropFirst(8))) == nil, "\(file)")
            }
            #expect(!station.log.contains(secret))
        }
    }

    @Test func `a token that is revoked opens nothing, and the journal has its life and its acts`() async throws {
        try await TestStation.run(options: TestStation.listening) { station in
            let secret = try await station.token("administer", name: "tablet")
            let stores = "store,name,latitude,longitude,radius\ns1,One,37.3,-122,100\n"
            let answer = try await station.web("POST", "/v1/stores", secret, body: stores, type: "text/csv")
            #expect(answer.status == 200, "\(answer)")
            let again = try await station.waymark("token", "create", "--role", "read", "--name", "tablet", expecting: 1)
            #expect(again.errors.contains("a token of this name exists already"))
            let session = try await station.web("POST", "/v1/session", body: #"{"secret":"\#(secret)"}"#)
            let cookie = "Cookie: \(try #require(session.header("Set-Cookie")).prefix { $0 != ";" })"
            #expect(try await station.web("GET", "/v1/stores", headers: [cookie]).status == 200)

            try await station.waymark("token", "revoke", "tablet")
            #expect(try await station.web("GET", "/v1/stores", secret).status == 401)
            #expect(try await station.web("GET", "/v1/stores", headers: [cookie]).status == 401)
            let gone = try await station.waymark("token", "revoke", "tablet", expecting: 1)
            #expect(gone.errors.contains("token tablet is not known"))

            let entries = try await station.ask("GET", "/v1/journal").document["entries"] as? [[String: Any]] ?? []
            let acts = entries.map { entry in
                let actor = (entry["author"] as? [String: Any])?["actor"] as? String ?? ""
                return "\(entry["kind"] ?? "") by \(actor.prefix { $0 != " " })"
            }
            let me = "uid:\(geteuid())"
            #expect(
                acts == [
                    "token-created by \(me)", "stores-imported by token:tablet", "session-opened by token:tablet",
                    "token-revoked by \(me)",
                ])
        }
    }

    @Test func `an address that others can reach needs a certificate`() async throws {
        let folder = try TemporaryFolder()
        let ending = try await RunningProgram(
            .daemon,
            [
                "--registry", folder["r"], "--socket", folder["s"], "--readers-socket", folder["w"], "--listen",
                "0.0.0.0:0",
            ]
        ).wait()
        #expect(ending.status == .exited(1))
        #expect(ending.errors.contains("only the loopback goes without TLS"))
    }

    @Test(.needs(Witness(name: "openssl", package: "openssl")))
    func `with a certificate everything is encrypted`() async throws {
        let folder = try TemporaryFolder()
        _ = try await Witness(name: "openssl", package: "openssl").run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=bench", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder["key.pem"], "-out",
            folder["cert.pem"],
        ])
        chmod(folder["key.pem"], 0o600)
        let options =
            TestStation.listening + ["--certificate", folder["cert.pem"], "--certificate-key", folder["key.pem"]]
        try await TestStation.run(options: options) { station in
            let secret = try await station.token("read", name: "a")
            let trusted = ["--cacert", folder["cert.pem"]]
            #expect(try await station.web.hasPrefix("https://"))
            #expect(try await station.web("GET", "/v1/stores", secret, more: trusted).status == 200)
            #expect(try await station.web("GET", "/v1/stores", secret).status == 0, "curl does not know it")
            let session = try await station.web(
                "POST", "/v1/session", body: #"{"secret":"\#(secret)"}"#, more: trusted)
            // RFC 6265bis, 4.1.3.2: with this prefix, Secure, Path=/ and no Domain, no other page can have set it.
            let cookie = try #require(session.header("Set-Cookie"))
            #expect(cookie.hasPrefix("__Host-waymark-session-") && cookie.hasSuffix("; Secure"))
            #expect(cookie.contains("; Path=/;") && !cookie.contains("Domain"))
            let plain = try await Witness.curl.run(
                ["--silent", "--noproxy", "*", try await station.web.replacing("https", with: "http")], expecting: nil)
            #expect(plain.status != .exited(0) || plain.output.isEmpty)
        }
    }
}
