import CLinux
public import Faults
import Glibc

/// An open file of any kind, closed when its owner goes away.
@safe
public struct FileDescriptor: ~Copyable, Sendable {
    /// The number, for calls that borrow it while this owner lives.
    public let rawValue: Int32

    /// Takes ownership of an open descriptor, which no other code may close from now on.
    public init(owning rawValue: Int32) { self.rawValue = rawValue }

    deinit { _ = Glibc.close(rawValue) }

    /// Closes now and throws the kernel's error, such as a write that failed late.
    ///
    /// Linux frees the number even when close fails, so it is never tried twice. See: man 2 close
    public consuming func close() throws(SystemError) {
        let number = rawValue
        discard self
        guard Glibc.close(number) == 0 else {
            throw SystemError("cannot close descriptor \(number)", call: "close")
        }
    }

    /// Gives the descriptor away: the caller closes it.
    public consuming func release() -> Int32 {
        let number = rawValue
        discard self
        return number
    }

    /// A second owner of the same open file, not inherited by programs started later.
    ///
    /// See: man 2 fcntl, F_DUPFD_CLOEXEC
    public func duplicate() throws(SystemError) -> FileDescriptor { try Self.duplicate(rawValue) }

    /// An owner of an open file whose descriptor belongs to other code. See: man 2 fcntl, F_DUPFD_CLOEXEC
    public static func duplicate(_ rawValue: Int32) throws(SystemError) -> FileDescriptor {
        let number = fcntl(rawValue, F_DUPFD_CLOEXEC, 0)
        guard number >= 0 else { throw SystemError("cannot duplicate descriptor \(rawValue)", call: "fcntl") }
        return FileDescriptor(owning: number)
    }

    /// Opens a file; it is not inherited by programs started later.
    ///
    /// `flags` are the `O_` values of open, `mode` the permission bits of a file that is created.
    /// See: man 2 open
    public static func open(
        _ path: String, flags: Int32, mode: UInt32 = 0o600
    ) throws(SystemError) -> FileDescriptor {
        let number = uninterrupted { unsafe Glibc.open(path, flags | O_CLOEXEC, mode) }
        guard number >= 0 else { throw SystemError("cannot open \(path)", call: "open", path: path) }
        return FileDescriptor(owning: number)
    }

    /// Sets the permission bits of the open file. See: man 2 fchmod
    public func change(mode: UInt32) throws(SystemError) {
        guard fchmod(rawValue, mode) == 0 else { throw SystemError("cannot set a file's mode", call: "fchmod") }
    }

    /// Gives the open file to another user. See: man 2 fchown
    public func change(owner: UInt32, group: UInt32) throws(SystemError) {
        guard fchown(rawValue, owner, group) == 0 else {
            throw SystemError("cannot give a file to another user", call: "fchown")
        }
    }

    /// A pipe: what is written to the one end is read from the other.
    ///
    /// See: man 2 pipe2
    public static func pipe() throws(SystemError) -> Pipe {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else {
            throw SystemError("cannot make a pipe", call: "pipe2")
        }
        return Pipe(output: FileDescriptor(owning: ends[0]), input: FileDescriptor(owning: ends[1]))
    }
}

/// Both ends of a pipe. Frozen, so that an owner in another module can take the ends apart.
@frozen
public struct Pipe: ~Copyable, Sendable {
    /// The end to read from.
    public let output: FileDescriptor
    /// The end to write to.
    public let input: FileDescriptor
}
