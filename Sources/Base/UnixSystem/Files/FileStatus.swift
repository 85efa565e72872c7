import Glibc

/// What the system knows of a file without opening it.
public struct FileStatus: Sendable, Equatable {
    /// What kind of name it is.
    public enum Kind: Sendable, Equatable {
        case file
        case folder
        case link
        /// A device, a pipe or a socket.
        case other
    }

    public let kind: Kind
    public let owner: UInt32
    public let group: UInt32
    /// The permission bits.
    public let mode: UInt32
    /// Seconds since 1970.
    public let modified: Int64
    /// How many names the file has.
    public let names: UInt64

    private let place: [UInt64]
    /// The number of the device that a device file represents.
    private let device: UInt64?

    /// Whether both are the same file, or represent the same device: `/dev` exists more than once where services have
    /// their own.
    public func isSame(as other: FileStatus) -> Bool {
        place == other.place || (device != nil && device == other.device)
    }

    /// The file that a path leads to; nil when there is none, or when it cannot be seen.
    ///
    /// See: man 2 stat
    public init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The file that is open.
    ///
    /// See: man 2 fstat
    public init?(of descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What a name in an open folder is, a symbolic link itself included.
    ///
    /// See: man 2 fstatat
    init?(_ name: String, in folder: Int32) {
        var status = stat()
        guard unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        owner = status.st_uid
        group = status.st_gid
        mode = status.st_mode & 0o7777
        place = [UInt64(status.st_dev), UInt64(status.st_ino)]
        device = status.st_mode & S_IFMT == S_IFCHR ? UInt64(status.st_rdev) : nil
        modified = Int64(status.st_mtim.tv_sec)
        names = UInt64(status.st_nlink)
    }
}
