import Foundation
import UnixSystem

/// A web server on this machine in python's ssl: another implementation of TLS than the one that is tested. It takes
/// connections on a free port and reads the head of each request; what it answers is the script of the test's own server.
final class PythonServer {
    let port: Int
    private let process: ChildProcess

    /// `script` defines `answer(stream, lines)`, which gets the lines of a request's head; it may end the connection by
    /// returning. `arguments` are its `sys.argv[3:]`. `certificate`: a file in `folder`, without `.pem`.
    init(_ script: String, certificate: String, in folder: URL, _ arguments: [String]) throws {
        // One file for each server: tests run beside one another.
        let file = folder.appending(path: "server-\(UUID().uuidString).py")
        try Data((script + "\n" + Self.frame).utf8).write(to: file)
        let pipe = try FileDescriptor.pipe()
        process = try ChildProcess(
            "python3", arguments: [file.path, folder.path, certificate] + arguments,
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

    private static let frame = #"""
        import socket, ssl, sys, threading

        def serve(client):
            try:
                stream = context.wrap_socket(client, server_side=True)
                head = b""
                while b"\r\n\r\n" not in head:
                    more = stream.recv(4096)
                    if not more: return
                    head += more
                if answer(stream, head.decode().split("\r\n")): stream.unwrap()
            except OSError:
                pass
            finally:
                client.close()

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{sys.argv[1]}/{sys.argv[2]}.pem", f"{sys.argv[1]}/key.pem")
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        print(listener.getsockname()[1], flush=True)

        def accept():
            while True:
                client, _ = listener.accept()
                threading.Thread(target=serve, args=(client,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        # Until the test kills it.
        threading.Event().wait()
        """#
}
