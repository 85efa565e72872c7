public import Faults
import Glibc

/// Files that only their owner may read.
public enum SecretFile {
    /// Lends the content of a file to `use`, and overwrites it in memory afterwards: what `use` keeps of it is its own
    /// matter. The file has at most `limit` bytes, and others can neither read nor change it. Its group may read it, as
    /// systemd shows a credential and as TLS keys are kept, unless it is one of `people`: groups of the persons who use a
    /// program, and not of the program.
    ///
    /// See: man 2 fstat, man 5 systemd.exec (LoadCredential), man 3 explicit_bzero
    public static func read<Value>(
        _ path: String, limit: Int, hiddenFrom people: Set<UInt32> = [], _ use: ([UInt8]) throws -> Value
    ) throws -> Value {
        var bytes = try content(path, limit: limit, hiddenFrom: people)
        defer { wipe(&bytes) }
        return try use(bytes)
    }

    private static func content(
        _ path: String, limit: Int, hiddenFrom people: Set<UInt32>
    ) throws(SystemError) -> [UInt8] {
        let message = "the secret file \(path) is refused"
        let file = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else { throw SystemError(message, call: "fstat", path: path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(
                code: .invalid, message: message, reason: "it is not a regular file", next: "name a file",
                call: "fstat", path: path)
        }
        guard status.st_mode & 0o027 == 0 else {
            throw SystemError(
                code: .refused, message: message,
                reason: "its mode \(String(status.st_mode & 0o7777, radix: 8)) lets others read or change it",
                next: "chmod 600 \(path); if others could read it, make another key", call: "fstat", path: path)
        }
        guard status.st_mode & 0o040 == 0 || !people.contains(status.st_gid) else {
            throw SystemError(
                code: .refused, message: message,
                reason: "people in the group \(Accounts.groupName(status.st_gid)) may read it",
                next: "sudo chown \(Accounts.userName(geteuid())) \(path) && sudo chmod 600 \(path); "
                    + "if another person may have read it, make another key",
                call: "fstat", path: path)
        }
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            throw SystemError(
                code: .refused, message: message, reason: "it belongs to user \(status.st_uid)",
                next: "give it to root, or to the user that this program runs as: chown", call: "fstat", path: path)
        }
        let bytes = try file.read(upTo: limit + 1)
        guard bytes.count <= limit else {
            throw SystemError(
                code: .tooLarge, message: message, reason: "it is longer than \(limit) bytes",
                next: "name another file",
                call: "read", path: path)
        }
        return bytes
    }

    private static func wipe(_ bytes: inout [UInt8]) {
        unsafe bytes.withUnsafeMutableBytes { buffer in
            if let start = buffer.baseAddress { unsafe explicit_bzero(start, buffer.count) }
        }
    }

    /// Makes a file with mode 0600 that is complete and on the disk when this returns. Nothing is written over.
    public static func create(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
        let message = "cannot make \(path)"
        let folder = try TrustedFolder(File.parent(of: path))
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let file = try begin(folder, name, path: path)
        do throws(SystemError) {
            // Whatever the umask.
            guard fchmod(file.rawValue, 0o600) == 0 else { throw SystemError(message, call: "fchmod", path: path) }
            try file.write(bytes)
            try file.synchronize()
            try folder.synchronize()
        } catch {
            folder.discard(name)
            throw SystemError(message, call: error.call, errno: error.errno, path: path)
        }
    }

    private static func begin(
        _ folder: borrowing TrustedFolder, _ name: String, path: String
    ) throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try folder.open(name, flags: O_WRONLY | O_CREAT | O_EXCL)
        } catch {
            throw SystemError(
                "cannot make \(path)", call: "open", errno: error.errno, path: path,
                next: error.errno == EEXIST ? "choose another name; a key is never written over" : nil)
        }
    }
}
