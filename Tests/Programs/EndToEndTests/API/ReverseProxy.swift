import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// An nginx before a station, as docs/certificates.md sets it up: at a port and with a certificate of the test's own.
struct ReverseProxy {
    static let nginx = Witness(name: "/usr/sbin/nginx", package: "nginx")
    static let openssl = Witness(name: "openssl", package: "openssl")
    /// The name in docs/certificates.md.
    static let host = "bench.example.com"
    static let origin = "https://\(host)"

    private let folder: TemporaryFolder
    private let port: ReservedPort

    /// Runs a test with a proxy before a station, and ends the proxy afterwards.
    static func run(before station: TestStation, _ body: (ReverseProxy) async throws -> Void) async throws {
        let proxy = ReverseProxy(folder: try TemporaryFolder(), port: try ReservedPort())
        try await proxy.makeCertificate()
        let file = try proxy.folder.write(try proxy.settings(before: try await station.web), to: "nginx.conf")
        let program = try RunningProgram(
            path: nginx.name, ["-e", "stderr", "-p", "\(proxy.folder.path)/", "-c", file])
        defer { program.process.kill() }
        // nginx writes it once it listens.
        while !FileManager.default.fileExists(atPath: proxy.folder["pid"]) {
            guard Glibc.kill(program.process.processIdentifier, 0) == 0 else {
                throw Failure(text: "nginx has not started: \(await program.wait())")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        try await body(proxy)
    }

    struct Failure: Error { let text: String }

    private func makeCertificate() async throws {
        _ = try await Self.openssl.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=proxy", "-addext", "subjectAltName=DNS:\(Self.host)", "-keyout", folder["key.pem"], "-out",
            folder["cert.pem"],
        ])
    }

    /// The docs' server, and around it what Debian's nginx.conf has, in a folder of the test's own.
    private func settings(before station: String) throws -> String {
        let page = try String(contentsOfFile: Repository.path("docs/certificates.md"), encoding: .utf8)
        var server = String(try #require(page.firstMatch(of: #/```nginx\n(.*?)```/#.dotMatchesNewlines())?.1))
        let changes = [
            ("listen 443 ssl", "listen 127.0.0.1:\(port.number) ssl"), ("http://127.0.0.1:7373", station),
            ("/etc/ssl/private/\(Self.host).crt", folder["cert.pem"]),
            ("/etc/ssl/private/\(Self.host).key", folder["key.pem"]),
        ]
        for (documented, own) in changes {
            try #require(server.contains(documented), "docs/certificates.md has no \(documented)")
            server = server.replacing(documented, with: own)
        }
        let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder["temp"]);" }
        return """
            daemon off;
            master_process off;
            pid \(folder["pid"]);
            events {}
            http {
            access_log off;
            \(places.joined(separator: "\n"))
            \(server)
            }

            """
    }

    /// Asks under the public name, as a browser elsewhere does.
    func ask(
        _ method: String, _ path: String, body: String? = nil, type: String = "application/json", headers: [String] = []
    ) async throws -> WebAnswer {
        var words = [
            "--silent", "--show-error", "--noproxy", "*", "--dump-header", "/dev/stderr", "--request", method,
            "--cacert", folder["cert.pem"], "--connect-to", "\(Self.host):443:127.0.0.1:\(port.number)",
        ]
        if let body {
            words += ["--header", "Content-Type: \(type)", "--data-binary", "@\(try folder.write(body, to: "body"))"]
        }
        for header in headers { words += ["--header", header] }
        return WebAnswer(try await Witness.curl.run(words + [Self.origin + path], expecting: nil))
    }
}
