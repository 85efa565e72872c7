public import Faults
internal import Glibc

/// How much room the disk of a file or folder has.
public struct DiskSpace: Hashable, Sendable {
    /// Bytes that this user may still write.
    public let free: UInt64
    public let total: UInt64
    /// Whether the disk is mounted for reading alone.
    public let isReadOnly: Bool

    /// See: man 3 statvfs
    public init(of path: String) throws(SystemError) {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else {
            throw SystemError("cannot tell the space of \(path)", call: "statvfs", path: path)
        }
        free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        total = UInt64(status.f_blocks) * UInt64(status.f_frsize)
        isReadOnly = status.f_flag & UInt(ST_RDONLY) != 0
    }
}
