import Glibc

/// What the system knows of a file without opening it.
public struct FileStatus: Sendable, Equatable {
    public let owner: UInt32
    public let group: UInt32
    /// The permission bits.
    public let mode: UInt32
    /// Seconds since 1970.
    public let modified: Int64

    private let place: [UInt64]
    /// The number of the device that a device file stands for.
    private let device: UInt64?

    /// Whether both are the same file, or stand for the same device: `/dev` is there more than once where services have
    /// one of their own.
    public func isSame(as other: FileStatus) -> Bool {
        place == other.place || (device != nil && device == other.device)
    }

    /// The file that a path leads to; nil when there is none, or when it cannot be seen.
    ///
    /// See: man 2 stat
    public init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        owner = status.st_uid
        group = status.st_gid
        mode = status.st_mode & 0o7777
        place = [UInt64(status.st_dev), UInt64(status.st_ino)]
        device = status.st_mode & S_IFMT == S_IFCHR ? UInt64(status.st_rdev) : nil
        modified = Int64(status.st_mtim.tv_sec)
    }
}
