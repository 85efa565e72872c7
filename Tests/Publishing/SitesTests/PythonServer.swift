import Foundation
import UnixSystem

/// A web server on this machine in python's ssl: another implementation of TLS than the one that is tested. It takes
/// connections on a free port and reads the head of each request; what it answers is the script of the test's own server.
final class PythonServer {
    /// Whether this machine has the address `::1`.
    static let hasIPv6 =
        (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8))?
        .contains("00000000000000000000000000000001 ") == true

    let port: Int
    private let process: ChildProcess

    /// `script` defines `answer(stream, lines)`, which gets the lines of a request's head; it may end the connection by
    /// returning. `arguments` are its `sys.argv[3:]`. `certificate`: a file in `folder`, without `.pem`; two with a comma:
    /// the second over IPv6, where `-` means that nothing listens there.
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
        import errno, socket, ssl, sys, threading

        def serve(client):
            try:
                stream = contexts[client.family].wrap_socket(client, server_side=True)
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

        def made(certificate):
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(f"{sys.argv[1]}/{certificate}.pem", f"{sys.argv[1]}/key.pem")
            return context

        # "good,expired": the first over IPv4, the second over IPv6.
        names = sys.argv[2].split(",")
        contexts = {socket.AF_INET: made(names[0]), socket.AF_INET6: made(names[0 if names[-1] == "-" else -1])}

        def listen():
            """One port over both families, where the machine has both; over IPv4 alone with "-" for the second."""
            while True:
                first = socket.socket()
                first.bind(("127.0.0.1", 0))
                try:
                    second = socket.socket(socket.AF_INET6)
                except OSError:
                    return [first]
                try:
                    second.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                    if names[-1] != "-": second.bind(("::1", first.getsockname()[1]))
                    return [first, second] if names[-1] != "-" else [first]
                except OSError as error:
                    if error.errno != errno.EADDRINUSE: return [first]
                    first.close()
                    second.close()

        def accept(listener):
            while True:
                client, _ = listener.accept()
                threading.Thread(target=serve, args=(client,), daemon=True).start()

        listeners = listen()
        for listener in listeners: listener.listen(64)
        print(listeners[0].getsockname()[1], flush=True)
        for listener in listeners: threading.Thread(target=accept, args=(listener,), daemon=True).start()
        # Until the test kills it.
        threading.Event().wait()
        """#
}
