public import Faults
import Glibc

/// A file that appears in its place when all of it is on the disk. One task writes it. It is gone when it is let go
/// without that, and, where the file system makes files without a name, however this process ends.
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
    /// Where the bytes are until then; nil while the file has no name at all.
    private let temporary: String?
    private let file: FileDescriptor

    /// Begins an empty file; nothing is seen under its name yet. Of symbolic links, the file that they lead to is
    /// meant; see ``TrustedPlace``.
    ///
    /// `mode` is set exactly, whatever the umask. Without it, a new file has what the umask leaves, and a replaced one
    /// what it had, or what `former` has, which a later rename will replace.
    ///
    /// See: man 2 openat, man 2 fchmod, man 2 umask
    public init(
        _ path: String, _ purpose: Purpose, mode: UInt32? = nil, like former: FileStatus? = nil
    ) throws(SystemError) {
        let replaced: FileStatus?
        do throws(SystemError) {
            let place = try TrustedPlace(path)
            replaced = try Self.replaced(place, for: purpose, at: path)
            // It may have a name from here on: also until its mode is set, no one may read what the former file hid.
            let begun = try Self.begin(
                place, mode: mode == nil ? 0o666 & ((former ?? replaced)?.mode ?? 0o666) : 0o600)
            self.path = path
            self.purpose = purpose
            self.place = place
            temporary = begun.name
            file = FileDescriptor(owning: begun.descriptor)
        } catch {
            throw Self.explained(error, path)
        }
        guard let mode = mode ?? (former ?? replaced).map(keptMode) else { return }
        guard fchmod(file.rawValue, mode) == 0 else {
            throw SystemError("cannot write \(path)", call: "fchmod", path: path)
        }
    }

    /// What is at the place already; nil where nothing is.
    private static func replaced(
        _ place: borrowing TrustedPlace, for purpose: Purpose, at path: String
    ) throws(SystemError) -> FileStatus? {
        guard let status = place.folder.status(of: place.name) else { return nil }
        if purpose == .new { throw exists(path) }
        guard status.kind == .file else {
            throw SystemError(
                code: .invalid, message: "cannot write \(path)",
                reason: status.kind == .folder ? "it is a folder" : "it is not a regular file", next: "name a file",
                call: "stat", path: path)
        }
        return status
    }

    private static func begin(
        _ place: borrowing TrustedPlace, mode: UInt32
    ) throws(SystemError) -> (descriptor: Int32, name: String?) {
        if let number = try place.folder.makeUnnamed(mode: mode) {
            // It gets its name by way of /proc, which a container may lack.
            if File.exists(TrustedFolder.path(ofOpen: number)) { return (number, nil) }
            close(number)
        }
        let begun = try place.folder.makeTemporary(place.name, mode: mode)
        return (begun.descriptor, begun.name)
    }

    /// The mode for a file that takes the place of a former one, whose group it gets where this user may give it. No
    /// one may do more than before, and the file of another user opens ours to no one.
    ///
    /// See: man 2 fchown
    private func keptMode(_ former: FileStatus) -> UInt32 {
        let own = FileStatus(of: file.rawValue)
        var mode = former.mode & 0o777
        if former.owner != own?.owner { mode &= own?.mode ?? 0o600 }
        guard former.group != own?.group else { return mode }
        if former.owner == own?.owner, fchown(file.rawValue, uid_t.max, former.group) == 0 { return mode }
        // Another group than before: it may do what all others may.
        return mode & (0o707 | (mode & 0o007) << 3)
    }

    /// A path to the bytes, for this process, until the file is in its place.
    public var temporaryPath: String {
        temporary.map { "\(place.folder.path)/\($0)" } ?? TrustedFolder.path(ofOpen: file.rawValue)
    }

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
                let isLinked =
                    temporary.map { place.folder.link($0, as: place.name) }
                    ?? place.folder.link(open: file.rawValue, as: place.name)
                guard isLinked else {
                    throw errno == EEXIST ? Self.exists(path) : SystemError("", call: "link", path: path)
                }
            case .replacement:
                try replace()
            }
            try place.folder.synchronize()
        } catch {
            throw Self.explained(error, path)
        }
    }

    private func replace() throws(SystemError) {
        let name: String
        if let temporary {
            name = temporary
        } else {
            // A rename needs a name.
            name = try place.folder.nameTemporarily(file.rawValue, place.name)
        }
        guard place.folder.rename(name, to: place.name) else {
            let failure = SystemError("", call: "rename", path: path)
            place.folder.discard(name)
            throw failure
        }
    }

    deinit { if let temporary { place.folder.discard(temporary) } }

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
