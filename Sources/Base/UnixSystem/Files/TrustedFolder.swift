import CLinux
public import Faults
import Glibc

/// A folder that is held open, so that what is done in it is done there, whatever its path leads to by then.
///
/// The superuser follows a symbolic link with the superuser's rights. So for the superuser a path is walked one name at
/// a time, and a link is followed only when the superuser made it, or the person who gave the command through sudo. Any
/// other user's own rights limit what a link can do, and the path is opened as it is.
///
/// See: man 2 openat, man 7 symlink, man 5 proc (protected_symlinks), man 8 sudo (SUDO_UID)
public struct TrustedFolder: ~Copyable, Sendable {
    public let path: String
    /// What is known of the folder itself.
    public let status: FileStatus
    /// Users who could have put another folder in the place of this one or of one above it, besides those who are trusted.
    /// Empty where the path was not walked.
    public let strangers: Set<UInt32>
    let descriptor: FileDescriptor

    /// - Throws: `refused` for a symbolic link of an untrusted user; the system's error otherwise.
    public init(_ path: String) throws(SystemError) {
        let (number, strangers) = try Self.reach(path)
        guard let status = FileStatus(of: number) else {
            let failure = SystemError("cannot look at \(path)", call: "fstat", path: path)
            close(number)
            throw failure
        }
        self.path = path
        self.status = status
        self.strangers = strangers
        descriptor = FileDescriptor(owning: number)
    }

    init(path: String, status: FileStatus, strangers: Set<UInt32>, descriptor: consuming FileDescriptor) {
        self.path = path
        self.status = status
        self.strangers = strangers
        self.descriptor = descriptor
    }

    private static func reach(_ path: String) throws(SystemError) -> (descriptor: Int32, strangers: Set<UInt32>) {
        guard geteuid() == 0 else {
            return (try FileDescriptor.open(path, flags: O_DIRECTORY | waymark_O_PATH).release(), [])
        }
        var walk = try TrustedWalk(path)
        try walk.go()
        return (try walk.takeFolder(), walk.strangers)
    }

    /// Opens a file of this folder; a symbolic link is refused. `flags` as for ``FileDescriptor/open(_:flags:mode:)``.
    public func open(_ name: String, flags: Int32, mode: UInt32 = 0o600) throws(SystemError) -> FileDescriptor {
        let number = uninterrupted {
            unsafe openat(descriptor.rawValue, name, flags | O_NOFOLLOW | O_CLOEXEC, mode)
        }
        guard number >= 0 else {
            throw SystemError("cannot open \(place(name))", call: "open", path: place(name))
        }
        return FileDescriptor(owning: number)
    }

    /// What is known of a name in this folder, a symbolic link itself included; nil when there is none.
    public func status(of name: String) -> FileStatus? { FileStatus(name, in: descriptor.rawValue) }

    /// The names in it, in no order.
    public func names() throws(SystemError) -> [String] {
        let copy = try reopened().release()
        guard let stream = unsafe fdopendir(copy) else {
            close(copy)
            throw SystemError("cannot list \(path)", call: "fdopendir", path: path)
        }
        return unsafe Folder.names(closing: stream)
    }

    /// Where a symbolic link leads, as it says; nil when it is none any more.
    func destination(ofLink name: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlinkat(descriptor.rawValue, name, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes a name, a symbolic link itself included. See: man 2 unlinkat
    public func remove(_ name: String) throws(SystemError) {
        guard unsafe unlinkat(descriptor.rawValue, name, 0) == 0 else {
            throw SystemError("cannot remove \(place(name))", call: "unlinkat", path: place(name))
        }
    }

    /// Removes what was begun and is not wanted any more.
    func discard(_ name: String) { unsafe unlinkat(descriptor.rawValue, name, 0) }

    /// Whether it could be renamed; see errno otherwise.
    func rename(_ name: String, to new: String) -> Bool {
        unsafe renameat(descriptor.rawValue, name, descriptor.rawValue, new) == 0
    }

    /// Whether a second name could be given; see errno otherwise. An existing name is never replaced.
    func link(_ name: String, as new: String) -> Bool {
        unsafe linkat(descriptor.rawValue, name, descriptor.rawValue, new, 0) == 0
    }

    /// The same for a file that is open and has no name. See: man 2 open, O_TMPFILE
    func link(open number: Int32, as new: String) -> Bool {
        unsafe linkat(descriptor.rawValue, Self.path(ofOpen: number), descriptor.rawValue, new, AT_SYMLINK_FOLLOW) == 0
    }

    /// A path that leads this process to a file that it has open. See: man 5 proc_pid_fd
    static func path(ofOpen number: Int32) -> String { "/proc/self/fd/\(number)" }

    /// Begins an empty file without a name, which ends with its last descriptor; nil where the file system makes none.
    /// `mode` as for a file that is created: the umask takes its share.
    ///
    /// See: man 2 open, O_TMPFILE
    func makeUnnamed(mode: UInt32) throws(SystemError) -> Int32? {
        // O_TMPFILE holds the bit of O_DIRECTORY; glibc's macro is not seen by Swift.
        let flags = 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC
        let number = uninterrupted { unsafe openat(descriptor.rawValue, ".", flags, mode) }
        guard number < 0 else { return number }
        guard [EOPNOTSUPP, EISDIR, ENOENT].contains(errno) else {
            throw SystemError("cannot write in \(path)", call: "open", path: path)
        }
        return nil
    }

    /// Makes an empty file under a name of its own that begins with `prefix`.
    func makeTemporary(
        _ prefix: String, mode: UInt32 = 0o600
    ) throws(SystemError) -> (descriptor: Int32, name: String) {
        while true {
            let name = Self.temporaryName(prefix)
            let number = uninterrupted {
                unsafe openat(descriptor.rawValue, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
            }
            if number >= 0 { return (number, name) }
            guard errno == EEXIST else { throw SystemError("cannot write \(place(name))", call: "open", path: path) }
        }
    }

    /// Gives such a name to a file that is open and has none.
    func nameTemporarily(_ number: Int32, _ prefix: String) throws(SystemError) -> String {
        while true {
            let name = Self.temporaryName(prefix)
            if link(open: number, as: name) { return name }
            guard errno == EEXIST else { throw SystemError("cannot write \(place(name))", call: "link", path: path) }
        }
    }

    private static func temporaryName(_ prefix: String) -> String {
        "\(prefix).\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    }

    /// Forces the names to the disk: without it a rename may be undone by a power cut. See: man 2 fsync
    public func synchronize() throws(SystemError) { try reopened().synchronize() }

    /// The folder opened for more than its names.
    private func reopened() throws(SystemError) -> FileDescriptor {
        let number = uninterrupted { unsafe openat(descriptor.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard number >= 0 else { throw SystemError("cannot open \(path)", call: "open", path: path) }
        return FileDescriptor(owning: number)
    }

    private func place(_ name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }
}
