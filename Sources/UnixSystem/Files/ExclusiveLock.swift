import Glibc

/// Held by one process at a time; freed by the kernel when that process ends, however it ends.
///
/// The file stays: removing it would let two processes hold "the" lock on two files of one name.
public struct ExclusiveLock: ~Copyable, Sendable {
    public let path: String
    private let descriptor: FileDescriptor

    /// Takes the lock at once or throws `inUse`, naming the process that holds it where that is known.
    ///
    /// See: man 2 flock
    public init(_ path: String) throws(SystemError) {
        let file = try FileDescriptor.open(path, flags: O_RDWR | O_CREAT, mode: 0o644)
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
