public import Faults
import Glibc

/// A file that is written beside its place, and appears there when all of it is on the disk. One task writes it. It is
/// removed when it is let go without that.
public final class PendingFile: Sendable {
    public enum Purpose: Sendable {
        /// A file of that name is never replaced.
        case new
        /// After a crash there are either the old bytes or all of the new. A device or a pipe is refused: a rename would
        /// remove it for all users.
        case replacement
    }

    public let path: String
    private let purpose: Purpose
    private let place: TrustedPlace
    private let temporary: String
    private let file: FileDescriptor

    /// Begins an empty file; nothing is seen under its name yet. `mode` is set exactly, whatever the umask. Of symbolic
    /// links, the file that they lead to is meant; see ``TrustedPlace``.
    ///
    /// See: man 2 openat, man 2 fchmod
    public init(_ path: String, _ purpose: Purpose, mode: UInt32 = 0o644) throws(SystemError) {
        do throws(SystemError) {
            let place = try TrustedPlace(path)
            try Self.check(place, for: purpose, at: path)
            let begun = try place.folder.makeTemporary(place.name)
            self.path = path
            self.purpose = purpose
            self.place = place
            temporary = begun.name
            file = FileDescriptor(owning: begun.descriptor)
        } catch {
            throw Self.explained(error, path)
        }
        guard fchmod(file.rawValue, mode) == 0 else {
            throw SystemError("cannot write \(path)", call: "fchmod", path: path)
        }
    }

    private static func check(
        _ place: borrowing TrustedPlace, for purpose: Purpose, at path: String
    ) throws(SystemError) {
        guard let kind = place.folder.status(of: place.name)?.kind else { return }
        if purpose == .new { throw exists(path) }
        guard kind == .file else {
            throw SystemError(
                code: .invalid, message: "cannot write \(path)",
                reason: kind == .folder ? "it is a folder" : "it is not a regular file", next: "name a file",
                call: "stat", path: path)
        }
    }

    /// Where the bytes are until the file is in its place.
    public var temporaryPath: String { "\(place.folder.path)/\(temporary)" }

    public func append(_ bytes: some Collection<UInt8>) throws(SystemError) {
        do throws(SystemError) {
            try file.write(bytes)
        } catch {
            throw Self.explained(error, path)
        }
    }

    /// Gives the file its name, and forces bytes and name to the disk. See: man 2 rename, man 2 link, man 2 fsync
    public func publish() throws(SystemError) {
        do throws(SystemError) {
            try file.synchronize()
            switch purpose {
            case .new:
                guard place.folder.link(temporary, as: place.name) else {
                    throw errno == EEXIST ? Self.exists(path) : SystemError("", call: "link", path: path)
                }
            case .replacement:
                guard place.folder.rename(temporary, to: place.name) else {
                    throw SystemError("", call: "rename", path: path)
                }
            }
            try place.folder.synchronize()
        } catch {
            throw Self.explained(error, path)
        }
    }

    deinit { place.folder.discard(temporary) }

    /// A failure of the system as one of the whole operation.
    private static func explained(_ error: SystemError, _ path: String) -> SystemError {
        // What is ours to say has no error number, and is said already.
        guard error.errno != 0 else { return error }
        return SystemError("cannot write \(path)", call: error.call, errno: error.errno, path: error.path ?? path)
    }

    private static func exists(_ path: String) -> SystemError {
        SystemError(
            code: .invalid, message: "cannot write \(path)", reason: "there is a file of that name already",
            next: "name another file, or move that one away", call: "link", path: path)
    }
}
