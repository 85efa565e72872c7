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

    /// Replaces the file at `place` in one step: after a crash it holds either the old bytes or all of the new.
    ///
    /// The new file is written beside it, forced to the disk, renamed, and the folder forced to the disk too. Of
    /// symbolic links, the file that they lead to is replaced; see ``TrustedPlace``. A device or a pipe is refused: a
    /// rename would remove it for all users. `mode` is set exactly, whatever the umask. See: man 2 rename
    public static func writeAtomically(
        _ bytes: some Collection<UInt8>, to path: String, mode: UInt32 = 0o644
    ) throws(SystemError) {
        let message = "cannot write \(path)"
        let place = try explained(message) { () throws(SystemError) in try TrustedPlace(path) }
        // Nothing replaces a folder: the rename will say so.
        if place.folder.status(of: place.name)?.kind == .other {
            throw SystemError(
                code: .invalid, message: message, reason: "it is not a regular file",
                next: "name a file", call: "stat", path: path)
        }
        let temporary = try explained(message) { () throws(SystemError) in
            try place.folder.makeTemporary(place.name)
        }
        let file = FileDescriptor(owning: temporary.descriptor)
        do throws(SystemError) {
            try file.write(bytes)
            guard fchmod(file.rawValue, mode) == 0 else { throw SystemError(message, call: "fchmod") }
            try file.synchronize()
            try file.close()
            guard place.folder.rename(temporary.name, to: place.name) else {
                throw SystemError(message, call: "rename")
            }
        } catch {
            place.folder.discard(temporary.name)
            throw SystemError(message, call: error.call, errno: error.errno, path: path)
        }
        try place.folder.synchronize()
    }

    /// Rethrows a failure of the system with a message about the whole operation.
    private static func explained<Result: ~Copyable>(
        _ message: String, _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            // What is ours to say has no error number, and is said already.
            guard error.errno != 0 else { throw error }
            throw SystemError(message, call: error.call, errno: error.errno, path: error.path)
        }
    }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
