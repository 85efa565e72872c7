import Glibc

/// The file system that a file is on.
public struct FileSystemStatus: Sendable, Equatable {
    /// Bytes that users without privileges may still write.
    public let free: UInt64
    public let total: UInt64
    public let isReadOnly: Bool

    /// Nil when the path leads nowhere.
    ///
    /// See: man 3 statvfs
    public init?(of path: String) {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        total = UInt64(status.f_blocks) * UInt64(status.f_frsize)
        isReadOnly = status.f_flag & UInt(ST_RDONLY) != 0
    }
}
