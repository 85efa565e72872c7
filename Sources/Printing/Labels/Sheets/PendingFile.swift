internal import Faults
import Glibc

/// A file on its way: written beside its place, and put there when it is whole. Only one task writes it.
struct PendingFile: Sendable {
    let path: String
    private let partial: String

    /// Starts an empty file. Throws when the folder cannot be written to. C: `open`.
    init(_ path: String) throws(LabelsError) {
        let path = try Self.replaceable(path)
        self.path = path
        partial = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max)).part"
        let descriptor = unsafe open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .fileNotWritten(path) }
        close(descriptor)
    }

    /// The file that may be replaced by another: the one that a symbolic link leads to, and never a device or a pipe,
    /// which a rename would remove for all users. C: `stat`, `realpath`.
    private static func replaceable(_ path: String) throws(LabelsError) -> String {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return path }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw LabelsError(
                code: .fileNotWritten, message: "cannot write \(path)",
                reason: "it is \(status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "not a regular file")",
                next: "name a file: --output FILE")
        }
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// Where the bytes are until then.
    var temporaryPath: String { partial }

    /// Adds bytes at the end. C: `write`.
    func append(_ bytes: [UInt8]) throws(LabelsError) {
        let descriptor = unsafe open(partial, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { throw .fileNotWritten(path) }
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .fileNotWritten(path) }
            written += count
        }
    }

    /// Puts the file in its place, on the disk and in the folder. C: `fsync`, `rename`.
    func publish() throws(LabelsError) {
        let descriptor = unsafe open(partial, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .fileNotWritten(path) }
        let isKept = fsync(descriptor) == 0
        close(descriptor)
        guard isKept, unsafe rename(partial, path) == 0 else { throw .fileNotWritten(path) }
    }

    /// Lets the file go. C: `unlink`.
    func discard() { _ = unsafe unlink(partial) }
}

extension LabelsError {
    /// See: man 2 open, man 2 write, man 2 rename.
    fileprivate static func fileNotWritten(_ path: String) -> LabelsError {
        let number = errno
        return LabelsError(
            code: .fileNotWritten,
            message: "cannot write \(path)",
            reason: unsafe String(cString: strerror(number)).lowercased(),
            next: number == ENOENT
                ? "create the folder first" : "choose a folder that you may write to and that has room")
    }
}
