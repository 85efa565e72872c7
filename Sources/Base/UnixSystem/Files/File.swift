public import Faults
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

    /// Replaces the file in one step: after a crash it holds either the old bytes or all of the new. `mode` and `former`
    /// as for a ``PendingFile``.
    public static func writeAtomically(
        _ bytes: some Collection<UInt8>, to path: String, mode: UInt32? = nil, like former: FileStatus? = nil
    ) throws(SystemError) {
        let file = try PendingFile(path, .replacement, mode: mode, like: former)
        try file.append(bytes)
        try file.publish()
    }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
