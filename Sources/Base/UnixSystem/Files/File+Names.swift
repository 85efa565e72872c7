public import Faults
import Glibc

extension Folder {
    /// Forces the names to the disk: without it a rename may be undone by a power cut. See: man 2 fsync
    public static func synchronize(_ path: String) throws(SystemError) {
        try FileDescriptor.open(path, flags: O_RDONLY | O_DIRECTORY).synchronize()
    }
}

extension File {
    /// Gives a file another name on the same disk, in one step. See: man 2 rename
    public static func rename(_ path: String, to new: String) throws(SystemError) {
        guard unsafe Glibc.rename(path, new) == 0 else {
            throw SystemError("cannot rename \(path) to \(new)", call: "rename", path: path)
        }
    }

    /// In bytes; nil where there is none. See: man 2 stat
    public static func size(_ path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
