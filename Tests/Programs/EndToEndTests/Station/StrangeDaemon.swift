import TestBench
import UnixSystem

/// A program at the daemon's socket that gives the same answer to every request: what a hostile daemon could say.
final class StrangeDaemon: Sendable {
    private let listener: UnixListener

    var socket: String { listener.path }

    init(in folder: TemporaryFolder, status: Int, headers: [String], body: [UInt8]) throws {
        listener = try UnixListener.listen(at: folder["strange.sock"])
        let head = ["HTTP/1.1 \(status) X", "Content-Length: \(body.count)", "Connection: close"] + headers
        let answer = Array((head + ["", ""]).joined(separator: "\r\n").utf8) + body
        try DedicatedThread.start("strange") { [self] in
            // Until `shut`.
            while let connection = try? listener.accept() {
                var request: [UInt8] = []
                while !request.ends(with: "\r\n\r\n".utf8),
                    let piece = try? connection.read(upTo: 4_096), !piece.isEmpty
                {
                    request += piece
                }
                try? connection.write(answer)
            }
        }
    }

    /// Ends it.
    func shut() { listener.shut() }
}

extension [UInt8] {
    fileprivate func ends(with end: some Collection<UInt8>) -> Bool { suffix(end.count).elementsEqual(end) }
}
