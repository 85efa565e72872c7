import CLinux
public import Faults
import Glibc

/// A name in a ``TrustedFolder``: a file to write or read for the user who gave its path.
public struct TrustedPlace: ~Copyable, Sendable {
    public let folder: TrustedFolder
    public let name: String

    /// The file that a path leads to. Symbolic links at its end are followed as those in it are: for the superuser, those
    /// of a trusted user only.
    public init(_ path: String) throws(SystemError) {
        var path = path
        for _ in 0..<40 {
            let folder = try TrustedFolder(File.parent(of: path))
            let name = path.last == "/" ? "." : path.split(separator: "/").last.map(String.init) ?? "."
            guard let status = folder.status(of: name), status.kind == .link else {
                self.folder = folder
                self.name = name
                return
            }
            guard geteuid() != 0 || Accounts.trusted.contains(status.owner) else {
                throw SystemError.strangersLink(path, name, owner: status.owner)
            }
            guard let target = folder.destination(ofLink: name) else {
                throw SystemError("cannot open \(path)", call: "readlink", path: path)
            }
            path = target.hasPrefix("/") ? target : "\(File.parent(of: path))/\(target)"
        }
        throw SystemError("cannot open \(path)", call: "open", errno: ELOOP, path: path)
    }

    /// Opens the file itself, never what a link that has come since leads to.
    public func open(flags: Int32, mode: UInt32 = 0o600) throws(SystemError) -> FileDescriptor {
        try folder.open(name, flags: flags, mode: mode)
    }
}
