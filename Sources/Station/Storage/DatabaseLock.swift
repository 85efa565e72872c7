internal import Glibc
internal import UnixSystem

/// A lock on the database itself: it holds whatever name leads to the file, and without the file of the lock.
///
/// The descriptor lives as long as the process: to close any descriptor of the database drops SQLite's own locks on it.
/// The lock is an open file description's, far behind what SQLite locks. See: man 2 fcntl, F_OFD_SETLK
package struct DatabaseLock: ~Copyable {
    private let descriptor: FileDescriptor

    private static let command: Int32 = 37  // F_OFD_SETLK, a macro that Swift does not import
    private static let place: off_t = 1 << 62

    /// Nil for a file that cannot be opened: who opens the registry says why.
    package init?(_ registry: String, creating: Bool) throws {
        guard
            let file = try? FileDescriptor.open(
                registry, flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK | (creating ? O_CREAT : 0), mode: 0o600)
        else { return nil }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        (lock.l_start, lock.l_len) = (Self.place, 1)
        if unsafe fcntl(file.rawValue, Self.command, &lock) != 0 {
            let number = errno
            guard number == EAGAIN || number == EACCES else {
                throw SystemError(
                    code: .failed, message: "cannot lock \(registry)",
                    reason: unsafe String(cString: strerror(number)).lowercased(),
                    next: "keep the registry on a local disk whose file system has locks", call: "fcntl", errno: number,
                    path: registry)
            }
            throw SystemError(
                code: .inUse, message: "cannot lock \(registry)",
                reason: "another process holds the database, maybe under another name",
                next: "find it: fuser -v \(registry)", call: "fcntl", errno: EAGAIN, path: registry)
        }
        descriptor = file
    }
}
