public import Faults
import Glibc

/// Held by one process at a time; freed by the kernel when that process ends, however it ends.
///
/// The file stays: removing it would let two processes hold "the" lock on two files of one name.
public struct ExclusiveLock: ~Copyable, Sendable {
    public let path: String
    private let descriptor: FileDescriptor

    /// Takes the lock at once or throws `inUse`, naming the process that holds it where that is known.
    ///
    /// A symbolic link is refused, and so is what is not a regular file: what the link leads to would be truncated.
    ///
    /// See: man 2 flock
    public init(_ path: String) throws(SystemError) {
        let file = try Self.open(path)
        guard FileStatus(of: file.rawValue)?.kind == .file else { throw Self.unfit(path, "it is not a regular file") }
        guard uninterrupted({ flock(file.rawValue, LOCK_EX | LOCK_NB) }) == 0 else {
            let number = errno
            guard number == EWOULDBLOCK else {
                throw SystemError("cannot lock \(path)", call: "flock", errno: number, path: path)
            }
            throw Self.held(path, by: Self.holder(file))
        }
        guard ftruncate(file.rawValue, 0) == 0 else {
            throw SystemError("cannot write \(path)", call: "ftruncate", path: path)
        }
        try file.write(Array("\(getpid())\n".utf8))
        self.path = path
        descriptor = file
    }

    /// Unlocks before it closes: a child process that another thread is starting has a copy of every descriptor until
    /// it runs its program, and a lock lasts as long as its last copy. See: man 2 flock, LOCK_UN
    deinit { _ = flock(descriptor.rawValue, LOCK_UN) }

    private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try FileDescriptor.open(path, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
        } catch {
            // What O_NOFOLLOW says of a link. See: man 2 open
            guard error.errno == ELOOP else { throw error }
            throw unfit(path, "it is a symbolic link")
        }
    }

    private static func unfit(_ path: String, _ reason: String) -> SystemError {
        SystemError(
            code: .invalid, message: "cannot lock \(path)", reason: reason,
            next: "look at it (ls -l \(path)), find out who made it, and remove it", call: "open", path: path)
    }

    private static func held(_ path: String, by holder: Int32?) -> SystemError {
        SystemError(
            code: .inUse, message: "cannot lock \(path)",
            reason: holder.map { "process \($0) holds it" } ?? "another process holds it",
            next: holder.map { "stop it first, or look at it: ps -fp \($0)" } ?? "find it: fuser -v \(path)",
            call: "flock", errno: EWOULDBLOCK, path: path)
    }

    /// What the holder wrote. It may be between taking the lock and writing, so no answer is an answer.
    private static func holder(_ file: borrowing FileDescriptor) -> Int32? {
        guard let bytes = try? file.read(upTo: 32) else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
    }
}
