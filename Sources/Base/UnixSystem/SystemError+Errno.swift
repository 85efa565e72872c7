internal import Faults
import Glibc

extension SystemError {
    /// The failure of `call`, explained by its error number.
    ///
    /// See: man 3 errno
    init(
        _ message: String, call: String, errno: Int32 = Glibc.errno, path: String? = nil, next: String? = nil
    ) {
        let code = Code(errno: errno)
        self.init(
            code: code, message: message, reason: Self.reason(errno),
            next: next ?? code.advice(path, call: call),
            call: call, errno: errno, path: path)
    }

    /// The C library's words for an error number.
    ///
    /// See: man 3 strerror_r
    static func reason(_ errno: Int32) -> String {
        let words = unsafe [CChar](unsafeUninitializedCapacity: 128) { buffer, count in
            guard let start = buffer.baseAddress, unsafe strerror_r(errno, start, buffer.count) == 0 else {
                return
            }
            count = unsafe buffer.firstIndex(of: 0) ?? 0
        }
        let text = String(decoding: words.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.isEmpty ? "error number \(errno)" : text.lowercased()
    }
}

extension SystemFaultCode {
    init(errno: Int32) {
        self =
            switch errno {
            case ENOENT, ENOTDIR, ESRCH, ENODEV, ENXIO: .notFound
            case EACCES, EPERM, EROFS: .notPermitted
            case ECONNREFUSED: .refused
            case EADDRINUSE, EBUSY, EEXIST, EWOULDBLOCK: .inUse
            case ETIMEDOUT: .timedOut
            case EFBIG, ENAMETOOLONG, E2BIG, EMSGSIZE: .tooLarge
            case EPIPE, ECONNRESET, ENOTCONN, ECONNABORTED: .closed
            case EINVAL, EBADF, ENOTSOCK, EISDIR, ELOOP: .invalid
            default: .failed
            }
    }

    func advice(_ path: String?, call: String) -> String {
        let place = path ?? "the path"
        return switch self {
        case .notFound: "check that \(place) exists"
        case .notPermitted: "check owner and mode: ls -ld \(place)"
        case .refused: "start the program that listens at \(place)"
        case .inUse: "find its user: fuser -v \(place)"
        case .timedOut: "try again, or allow more time"
        case .tooLarge: "use something smaller"
        case .closed: "connect again"
        case .invalid, .failed: "see man \(call)"
        }
    }
}
