import Glibc

/// Identifies a file, to check whether a path still names it.
struct FileIdentity: Equatable {
    let device: dev_t
    let inode: ino_t

    /// The file at `path`, without following a symbolic link; nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
    }
}
