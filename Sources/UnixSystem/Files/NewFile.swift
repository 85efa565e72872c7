import CLinux
import Glibc

/// A file that appears under its name when all of it is on the disk, and never replaces another one.
public struct NewFile: ~Copyable {
    private let path: String
    private let temporary: String
    private let file: FileDescriptor

    /// Begins a file beside its place; nothing is seen under its name yet. `mode` is set exactly, whatever the umask.
    ///
    /// See: man 3 mkostemp, man 2 fchmod
    public init(_ path: String, mode: UInt32) throws(SystemError) {
        let begun = try Self.begin(path, mode)
        self.path = path
        temporary = begun.path
        file = FileDescriptor(owning: begun.descriptor)
    }

    private static func begin(_ path: String, _ mode: UInt32) throws(SystemError) -> (descriptor: Int32, path: String) {
        guard unsafe access(path, F_OK) != 0 else { throw exists(path) }
        var template = Array("\(path).XXXXXX".utf8CString)
        let number = unsafe mkostemp(&template, O_CLOEXEC)
        guard number >= 0 else { throw SystemError("cannot write \(path)", call: "mkostemp", path: path) }
        let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard fchmod(number, mode) == 0 else {
            let failure = SystemError("cannot write \(path)", call: "fchmod", path: path)
            unsafe unlink(temporary)
            close(number)
            throw failure
        }
        return (number, temporary)
    }

    public func append(_ bytes: [UInt8]) throws(SystemError) {
        do throws(SystemError) {
            try file.write(bytes)
        } catch {
            throw SystemError("cannot write \(path)", call: error.call, errno: error.errno, path: path)
        }
    }

    /// Gives the file its name. Without this it is removed. See: man 2 link, man 2 fsync
    public func appear() throws(SystemError) {
        try file.synchronize()
        guard unsafe link(temporary, path) == 0 else {
            throw errno == EEXIST
                ? Self.exists(path) : SystemError("cannot write \(path)", call: "link", path: path)
        }
        let folder = try FileDescriptor.open(File.parent(of: path), flags: O_RDONLY | O_DIRECTORY)
        try folder.synchronize()
    }

    deinit { unsafe unlink(temporary) }

    private static func exists(_ path: String) -> SystemError {
        SystemError(
            code: .invalid, message: "cannot write \(path)", reason: "there is a file of that name already",
            next: "name another file, or move that one away", call: "link", path: path)
    }
}
