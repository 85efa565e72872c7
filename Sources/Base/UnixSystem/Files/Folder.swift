import Glibc

/// Looks around in the file system, where whatever cannot be seen is not there; and makes folders.
public enum Folder {
    /// The names in a folder, in no order, without `.` and `..`; empty when it cannot be read.
    ///
    /// See: man 3 readdir
    public static func names(in path: String) -> [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        return unsafe names(closing: folder)
    }

    static func names(closing folder: OpaquePointer) -> [String] {
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Where a symbolic link leads, as it says.
    ///
    /// See: man 2 readlink
    public static func destination(ofLink path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A path without symbolic links, or as it was when it leads nowhere.
    ///
    /// See: man 3 realpath
    public static func resolved(_ path: String) -> String {
        guard let real = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// The folder that a file is in.
    public static func parent(of path: String) -> String { File.parent(of: path) }

    /// Makes a folder, and those above it that are missing, with this mode less the process' mask. One that is there stays as it is.
    ///
    /// See: man 2 mkdir
    public static func make(_ path: String, mode: UInt32 = 0o777) throws(SystemError) {
        guard unsafe mkdir(path, mode) != 0 else { return }
        var reason = errno
        let parent = parent(of: path)
        if reason == ENOENT, !path.isEmpty, parent != path {
            try make(parent, mode: mode)
            guard unsafe mkdir(path, mode) != 0 else { return }
            reason = errno
        }
        if reason == EEXIST {
            if let opened = unsafe opendir(path) {
                unsafe closedir(opened)
                return
            }
            reason = errno
        }
        throw SystemError(
            "cannot make the folder \(path)", call: "mkdir", errno: reason, path: path,
            next: reason == ENOTDIR ? "name another folder, or move the file away that is in its place" : nil)
    }

    /// The lines of a small text file; none when it cannot be read or is longer than a megabyte.
    public static func lines(of path: String) -> [String] {
        guard let bytes = try? File.read(path, limit: 1 << 20) else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
}
