import Faults
import Glibc
import Hosting
import Storage
import UnixSystem

/// One process to a registry: two daemons would give the same tag to two chips.
struct RegistryLock: ~Copyable {
    private let file: ExclusiveLock
    private let database: DatabaseLock?

    /// Held until the process ends, however it ends. A restoration that was cut short is carried out to its end.
    /// `creating`: makes the registry's file when it is missing.
    static func take(of registry: String, creating: Bool = false) throws -> RegistryLock {
        do {
            let lock = try ExclusiveLock(registry + ".lock")
            try RegistryReplacement.finish(registry)
            return RegistryLock(file: lock, database: try DatabaseLock(registry, creating: creating))
        } catch let error as SystemError {
            throw explanation(of: error, on: registry)
        }
    }

    var path: String { file.path }

    private static func explanation(of error: SystemError, on registry: String) -> any Error {
        switch error.code {
        case .inUse:
            ConfigurationError(
                message: "waymarkd cannot serve \(registry)", reason: "another waymarkd serves it: \(error.reason)",
                next: "use that one, or stop it first: sudo systemctl stop waymarkd")
        case .notFound:
            ConfigurationError(
                message: "waymarkd cannot serve \(registry)", reason: "its folder is missing",
                next: "create the folder, or name another registry: --registry FILE")
        default: error
        }
    }
}

/// A lock on the database itself: it holds whatever name leads to the file, and without the file of the lock.
///
/// The descriptor lives as long as the process: to close any descriptor of the database drops SQLite's own locks on it.
/// The lock is an open file description's, far behind what SQLite locks. See: man 2 fcntl, F_OFD_SETLK
private struct DatabaseLock: ~Copyable {
    private let descriptor: FileDescriptor

    private static let command: Int32 = 37  // F_OFD_SETLK, a macro that Swift does not import
    private static let place: off_t = 1 << 62

    /// Nil for a file that cannot be opened: who opens the registry says why.
    init?(_ registry: String, creating: Bool) throws {
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
