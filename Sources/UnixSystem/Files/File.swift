import CLinux
import Glibc

/// Whole files, read and written at once.
public enum File {
    /// Reads a whole regular file of at most `limit` bytes; a longer one throws `tooLarge`.
    ///
    /// See: man 2 open, man 2 read
    public static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        // Without O_NONBLOCK opening a named pipe waits for a writer.
        let file = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else {
            throw SystemError("cannot read \(path)", call: "fstat", path: path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(
                code: .invalid, message: "cannot read \(path)", reason: "it is not a regular file",
                next: "name a file", call: "fstat", path: path)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(limit, Int(status.st_size)))
        while true {
            let more = try readChunk(file, path)
            if more.isEmpty { return bytes }
            bytes += more
            guard bytes.count <= limit else {
                throw SystemError(
                    code: .tooLarge, message: "cannot read \(path)",
                    reason: "it is longer than \(limit) bytes",
                    next: "use a smaller file", call: "read", path: path)
            }
        }
    }

    private static func readChunk(_ file: borrowing FileDescriptor, _ path: String) throws(SystemError)
        -> [UInt8]
    {
        do throws(SystemError) {
            return try file.read(upTo: 65_536)
        } catch {
            throw SystemError("cannot read \(path)", call: "read", errno: error.errno, path: path)
        }
    }

    /// Replaces the file at `path` in one step: after a crash it holds either the old bytes or all of the new.
    ///
    /// The new file is written beside it, forced to the disk, renamed, and the folder forced to the disk too.
    /// `mode` is set exactly, whatever the umask. See: man 3 mkstemp, man 2 rename
    public static func writeAtomically(
        _ bytes: some Collection<UInt8>, to place: String, mode: UInt32 = 0o644
    ) throws(SystemError) {
        let message = "cannot write \(place)"
        let path = try replaceable(place)
        var template = Array("\(path).XXXXXX".utf8CString)
        let number = unsafe mkostemp(&template, O_CLOEXEC)
        guard number >= 0 else { throw SystemError(message, call: "mkostemp", path: path) }
        let file = FileDescriptor(owning: number)
        let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do throws(SystemError) {
            try file.write(bytes)
            guard fchmod(file.rawValue, mode) == 0 else { throw SystemError(message, call: "fchmod") }
            try file.synchronize()
            try file.close()
            guard unsafe Glibc.rename(temporary, path) == 0 else { throw SystemError(message, call: "rename") }
        } catch {
            unsafe unlink(temporary)
            throw SystemError(message, call: error.call, errno: error.errno, path: path)
        }
        let folder = try FileDescriptor.open(parent(of: path), flags: O_RDONLY | O_DIRECTORY)
        try folder.synchronize()
    }

    /// The file that may be replaced by another: the one that a symbolic link leads to, and never a device or a pipe,
    /// which a rename would take away from everybody. See: man 3 realpath
    private static func replaceable(_ path: String) throws(SystemError) -> String {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return path }
        // Nothing replaces a folder: the rename will say so.
        guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
            throw SystemError(
                code: .invalid, message: "cannot write \(path)", reason: "it is not a regular file",
                next: "name a file", call: "stat", path: path)
        }
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
