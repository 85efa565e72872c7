import Glibc

/// A listening Unix socket that only its owner may use. Its file goes away with it. See: man 7 unix
final class ListeningSocket: Sendable {
    let path: String
    let descriptor: Int32

    /// Why a socket that has a listener cannot be listened on.
    static let takenReason = "another program does"

    init(path: String) throws(EmulatorError) {
        let next = "choose a short path in a folder that you may write to"
        let bytes = Array(path.utf8)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard (1..<MemoryLayout.size(ofValue: address.sun_path)).contains(bytes.count) else {
            throw EmulatorError(
                code: .socket, message: "cannot listen on \(path)", reason: "the path is too long",
                next: next)
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw .system(.socket, "cannot make a socket", next: next) }
        guard !Self.isAnswered(address) else {
            close(descriptor)
            throw EmulatorError(
                code: .socket, message: "cannot listen on \(path)", reason: Self.takenReason,
                next: "end that program, or choose another path")
        }
        // The mode of the socket becomes the mode of its file: other users can never connect.
        guard fchmod(descriptor, 0o600) == 0, unsafe Self.call(bind, descriptor, address) == 0,
            listen(descriptor, 8) == 0
        else {
            defer { close(descriptor) }
            throw .system(.socket, "cannot listen on \(path)", next: next)
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
        unsafe unlink(path)
    }

    /// The next connection, if there is one.
    func accept() -> Int32? {
        let connection = Glibc.accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        return connection
    }

    /// Whether the socket has a listener. A socket file without one was left behind; it is removed.
    private static func isAnswered(_ address: sockaddr_un) -> Bool {
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(probe) }
        if unsafe call(connect, probe, address) == 0 { return true }
        if errno == ECONNREFUSED {
            var address = address
            unsafe withUnsafePointer(to: &address.sun_path) { path in
                unsafe path.withMemoryRebound(
                    to: CChar.self, capacity: MemoryLayout.size(ofValue: path.pointee)
                ) {
                    _ = unsafe unlink($0)
                }
            }
        }
        return false
    }

    private static func call(
        _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
        _ address: sockaddr_un
    ) -> Int32 {
        var address = address
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
