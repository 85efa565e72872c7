internal import Faults
import Glibc

/// The address of a socket in the file system.
///
/// See: man 7 unix
struct UnixSocketAddress: Sendable {
    /// `sun_path` has 108 bytes, one of them for the end of the string.
    static let longestPath = 107

    let path: String
    private var address = sockaddr_un()
    /// How many bytes of the address count. An abstract name is as long as it is, with no NUL at its end.
    private var length = socklen_t(MemoryLayout<sockaddr_un>.size)

    init(_ path: String) throws(SystemError) {
        self.path = path
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.longestPath, !bytes.contains(0) else {
            throw SystemError(
                code: .tooLarge, message: "cannot use the socket path \(path)",
                reason: "it has \(bytes.count) bytes, a socket path has 1 to \(Self.longestPath) and no NUL",
                next: "choose a shorter path, for example in /run", call: "bind", path: path)
        }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    }

    /// The address in `NOTIFY_SOCKET`: a path, or an abstract name with `@` in place of its first byte.
    ///
    /// See: man 3 sd_notify
    init(ofManager name: String) throws(SystemError) {
        try self.init(name)
        guard name.utf8.first == UInt8(ascii: "@") else { return }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0[0] = 0 }
        length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
    }

    /// The path that a Unix socket is bound to; nil for another kind of descriptor, and for a socket without a path.
    ///
    /// See: man 2 getsockname
    static func path(ofSocket descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe getsockname(descriptor, generic, &length)
            }
        }
        guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let path = unsafe withUnsafeBytes(of: address.sun_path) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return path.isEmpty ? nil : path
    }

    /// Calls bind or connect, which take the generic address type.
    func call(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe body(generic, length)
            }
        }
    }

    /// A stream socket that programs started later do not inherit.
    static func makeSocket(nonblocking: Bool = false) throws(SystemError) -> FileDescriptor {
        let flags = SOCK_CLOEXEC.rawValue | (nonblocking ? SOCK_NONBLOCK.rawValue : 0)
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | flags), 0)
        guard number >= 0 else { throw SystemError("cannot make a socket", call: "socket") }
        return FileDescriptor(owning: number)
    }
}
