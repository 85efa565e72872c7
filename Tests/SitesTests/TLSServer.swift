import Foundation
import Testing

/// A web server on this machine that answers every request alike, in python's ssl, with certificates of an authority
/// that is made for it.
final class TLSServer {
    /// What it answers.
    enum Answer: String {
        case good, redirect, missing, forbidden, forbiddenToPhones, html, gzip, large, silent, notJSON, noAppClips
        case broken, error
    }

    /// Whose certificate it shows.
    enum Certificate: String {
        case good, expired, otherHost, selfSigned
    }

    let port: Int
    let authorities: String
    private let process = Process()

    init(_ answer: Answer, _ certificate: Certificate = .good, folder: URL) throws {
        authorities = folder.appending(path: "ca.pem").path
        let script = folder.appending(path: "server.py")
        if !FileManager.default.fileExists(atPath: script.path) {
            try Data(Self.script.utf8).write(to: script)
        }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path, folder.path, answer.rawValue, certificate.rawValue, Site.app]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = Pipe()
        try process.run()
        // The port comes when the server listens.
        var line = Data()
        while line.last != 0x0A {
            let more = output.fileHandleForReading.readData(ofLength: 1)
            try #require(!more.isEmpty, "the server did not start")
            line += more
        }
        port = try #require(Int(String(decoding: line.dropLast(), as: UTF8.self)))
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    private static let script = #"""
        import gzip, json, socket, ssl, sys, threading
        folder, answer, certificate, app = sys.argv[1:]
        association = json.dumps({"appclips": {"apps": [app]}}).encode()
        phones = 0

        def reply(agent):
            plain = lambda status, body, *fields: (status, body, fields)
            if answer == "redirect": return plain("301 Moved", b"", "Location: https://www.egg.example/aasa")
            if answer == "missing": return plain("404 Not Found", b"no")
            if answer == "forbidden": return plain("403 Forbidden", b"no")
            if answer == "error": return plain("500 Oops", b"no")
            if answer == "forbiddenToPhones" and "CFNetwork" in agent: return plain("403 Forbidden", b"no")
            if answer == "html": return plain("200 OK", b"<!DOCTYPE html><p>hello", "Content-Type: text/html")
            if answer == "gzip": return plain("200 OK", gzip.compress(association), "Content-Encoding: gzip")
            if answer == "large": return plain("200 OK", association + b" " * 200000)
            if answer == "notJSON": return plain("200 OK", b"{appclips")
            if answer == "noAppClips": return plain("200 OK", b'{"applinks":{}}')
            return plain("200 OK", association, "Content-Type: application/json")

        def serve(client):
            try:
                stream = context.wrap_socket(client, server_side=True)
                head = b""
                while b"

" not in head:
                    more = stream.recv(4096)
                    if not more: return
                    head += more
                if answer == "silent":
                    stream.recv(1)
                    return
                if answer == "broken":
                    stream.sendall(b"HTTP/1.1 200 OK
Content-Length: 500

{")
                    return
                lines = head.decode().split("
")
                agent = next((l for l in lines if l.lower().startswith("user-agent:")), "")
                status, body, fields = reply(agent)
                fields = "".join(f"{field}
" for field in fields)
                stream.sendall(f"HTTP/1.1 {status}
{fields}Content-Length: {len(body)}
Connection: close

".encode() + body)
                stream.unwrap()
            except OSError:
                pass
            finally:
                client.close()

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{folder}/{certificate}.pem", f"{folder}/key.pem")
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(16)
        print(listener.getsockname()[1], flush=True)

        def accept():
            while True:
                client, _ = listener.accept()
                threading.Thread(target=serve, args=(client,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        # Ends with whoever started it.
        sys.stdin.read()
        """#
}
