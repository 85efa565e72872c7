import Foundation
import UnixSystem

/// A web server on this machine that answers every request alike, in python's ssl, with certificates of an authority
/// that is made for it.
final class TLSServer {
    /// What it answers.
    enum Answer: String {
        case good, redirect, missing, forbidden, forbiddenToPhones, html, gzip, large, silent, notJSON, noAppClips
        case broken, error, forbiddenToStrangers
    }

    /// Whose certificate it shows.
    enum Certificate: String {
        case good, expired, otherHost, selfSigned
    }

    let port: Int
    let authorities: String
    private let process: ChildProcess

    init(_ answer: Answer, _ certificate: Certificate = .good, folder: URL) throws {
        authorities = folder.appending(path: "ca.pem").path
        // One file for each server: tests run beside one another.
        let script = folder.appending(path: "server-\(UUID().uuidString).py")
        try Data(Self.script.utf8).write(to: script)
        let pipe = try FileDescriptor.pipe()
        process = try ChildProcess(
            "python3", arguments: [script.path, folder.path, answer.rawValue, certificate.rawValue, Site.app],
            environment: ProcessInfo.processInfo.environment, standardOutput: .descriptor(pipe.input.rawValue))
        try pipe.input.close()
        // The port comes when the server listens.
        var line: [UInt8] = []
        while line.last != 0x0A {
            let more = try pipe.output.read(upTo: 16)
            guard !more.isEmpty else { throw CocoaError(.executableLoad) }
            line += more
        }
        guard let number = Int(String(decoding: line.dropLast(), as: UTF8.self)) else {
            throw CocoaError(.executableLoad)
        }
        port = number
    }

    deinit { process.kill() }

    private static let script = #"""
        import gzip, json, socket, ssl, sys, threading
        folder, answer, certificate, app = sys.argv[1:]
        association = json.dumps({"appclips": {"apps": [app]}}).encode()

        def reply(agent):
            plain = lambda status, body, *fields: (status, body, fields)
            if answer == "redirect": return plain("301 Moved", b"", "Location: https://www.egg.example/aasa")
            if answer == "missing": return plain("404 Not Found", b"no")
            if answer == "forbidden": return plain("403 Forbidden", b"no")
            if answer == "error": return plain("500 Oops", b"no")
            if answer == "forbiddenToPhones" and "CFNetwork" in agent: return plain("403 Forbidden", b"no")
            known = "CFNetwork" in agent or "AASA-Bot" in agent
            if answer == "forbiddenToStrangers" and not known: return plain("403 Forbidden", b"no")
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
                while b"\r\n\r\n" not in head:
                    more = stream.recv(4096)
                    if not more: return
                    head += more
                if answer == "silent":
                    stream.recv(1)
                    return
                if answer == "broken":
                    stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{")
                    return
                lines = head.decode().split("\r\n")
                agent = next((l for l in lines if l.lower().startswith("user-agent:")), "")
                status, body, fields = reply(agent)
                fields = "".join(f"{field}\r\n" for field in fields)
                stream.sendall(f"HTTP/1.1 {status}\r\n{fields}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
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
        # Until somebody kills it.
        threading.Event().wait()
        """#
}
