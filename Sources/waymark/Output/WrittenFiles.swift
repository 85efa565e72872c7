import Glibc
import UnixSystem

/// Files that are on the disk beside their places and get their names later. Those that never get them are removed.
struct WrittenFiles: ~Copyable {
    private var waiting: [(temporary: String, path: String)] = []

    /// Writes every file. If one cannot be written, none is left.
    init(_ files: [(path: String, bytes: [UInt8])]) throws {
        for file in files {
            var status = stat()
            if unsafe stat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                throw SystemError(
                    code: .invalid, message: "cannot write \(file.path)", reason: "it is a folder",
                    next: "name a file: --output FILE", call: "stat", path: file.path)
            }
            let temporary = "\(file.path).\(getpid())"
            do throws(SystemError) {
                try File.writeAtomically(file.bytes, to: temporary)
            } catch {
                throw Self.failure(of: file.path, error)
            }
            waiting.append((temporary, file.path))
        }
    }

    deinit {
        for file in waiting { unsafe unlink(file.temporary) }
    }

    /// Puts the files in their places. See: man 2 rename
    consuming func giveNames() throws {
        while let file = waiting.first {
            guard unsafe rename(file.temporary, file.path) == 0 else {
                let number = errno
                throw SystemError(
                    code: .failed, message: "cannot write \(file.path)",
                    reason: unsafe String(cString: strerror(number)).lowercased(),
                    next: "name another file: --output FILE", call: "rename", errno: number,
                    path: file.path)
            }
            waiting.removeFirst()
        }
    }

    private static func failure(of path: String, _ error: SystemError) -> SystemError {
        let next = error.code == .notFound ? "create the folder first" : error.next
        return SystemError(
            code: error.code, message: "cannot write \(path)", reason: error.reason, next: next, call: error.call,
            errno: error.errno, path: path)
    }
}
