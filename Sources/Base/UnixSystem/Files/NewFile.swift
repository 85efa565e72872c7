public import Faults
import Glibc

/// A file that appears under its name when all of it is on the disk, and never replaces another one.
public struct NewFile: ~Copyable {
    private let path: String
    private let place: TrustedPlace
    private let temporary: String
    private let file: FileDescriptor

    /// Begins a file beside its place; nothing is seen under its name yet. `mode` is set exactly, whatever the umask.
    ///
    /// See: man 2 openat, man 2 fchmod
    public init(_ path: String, mode: UInt32) throws(SystemError) {
        do throws(SystemError) {
            let place = try TrustedPlace(path)
            let begun = try Self.begin(place, path, mode: mode)
            self.path = path
            self.place = place
            temporary = begun.name
            file = FileDescriptor(owning: begun.descriptor)
        } catch {
            // What is ours to say has no error number, and is said already.
            guard error.errno != 0 else { throw error }
            throw SystemError("cannot write \(path)", call: error.call, errno: error.errno, path: error.path)
        }
    }

    private static func begin(
        _ place: borrowing TrustedPlace, _ path: String, mode: UInt32
    ) throws(SystemError) -> (descriptor: Int32, name: String) {
        guard place.folder.status(of: place.name) == nil else { throw exists(path) }
        let begun = try place.folder.makeTemporary(place.name)
        guard fchmod(begun.descriptor, mode) == 0 else {
            let failure = SystemError("cannot write \(path)", call: "fchmod", path: path)
            place.folder.discard(begun.name)
            close(begun.descriptor)
            throw failure
        }
        return begun
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
        guard place.folder.link(temporary, as: place.name) else {
            throw errno == EEXIST
                ? Self.exists(path) : SystemError("cannot write \(path)", call: "link", path: path)
        }
        try place.folder.synchronize()
    }

    deinit { place.folder.discard(temporary) }

    private static func exists(_ path: String) -> SystemError {
        SystemError(
            code: .invalid, message: "cannot write \(path)", reason: "there is a file of that name already",
            next: "name another file, or move that one away", call: "link", path: path)
    }
}
