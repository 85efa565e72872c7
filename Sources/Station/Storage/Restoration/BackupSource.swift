internal import Faults
internal import Glibc
package import UnixSystem

/// A backup's file, and the log beside it, held open: a registry's own file is complete only with its log.
package final class BackupSource: Sendable {
    /// The path that was given.
    package let path: String
    private let file: Opened
    private let log: Opened?

    private final class Opened: Sendable {
        let descriptor: FileDescriptor

        init(_ descriptor: consuming FileDescriptor) {
            self.descriptor = descriptor
        }
    }

    /// Opens the files that a path leads to, with the rights that this process has.
    package init(_ path: String) throws(SystemError) {
        self.path = path
        file = Opened(try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK))
        guard FileStatus(of: file.descriptor.rawValue)?.kind == .file else {
            throw SystemError(
                code: .invalid, message: "cannot read \(path)", reason: "it is not a regular file",
                next: "name a file that waymark backup made", call: "fstat", path: path)
        }
        log = Self.ifPresent { () throws(SystemError) in
            try FileDescriptor.open(path + "-wal", flags: O_RDONLY | O_NONBLOCK)
        }
    }

    /// Opens them with the superuser's rights, unless the account that will read them could have a hand in what is opened;
    /// then nil: that account is to open them itself. In a folder that more than one account writes in, a file with a
    /// second name may be another account's.
    package init?(_ path: String, keptFrom account: UInt32) throws(SystemError) {
        let place = try TrustedPlace(path)
        let file = try place.open(flags: O_RDONLY | O_NONBLOCK)
        let isShared = place.folder.status.mode & 0o022 != 0
        guard place.folder.strangers.isDisjoint(with: [account, UInt32.max]),
            let status = FileStatus(of: file.rawValue),
            status.kind == .file, status.owner != account, !isShared || status.names == 1
        else { return nil }
        self.path = path
        self.file = Opened(file)
        log = Self.ifPresent { () throws(SystemError) in
            try place.folder.open(place.name + "-wal", flags: O_RDONLY | O_NONBLOCK)
        }
    }

    private static func ifPresent(_ open: () throws(SystemError) -> FileDescriptor) -> Opened? {
        do throws(SystemError) {
            return Opened(try open())
        } catch {
            return nil
        }
    }

    /// Copies them to a new file, and a log beside it.
    func copy(to draft: String) throws(SystemError) {
        try Self.copy(file.descriptor, to: draft)
        if let log { try Self.copy(log.descriptor, to: draft + "-wal") }
    }

    private static func copy(_ source: borrowing FileDescriptor, to path: String) throws(SystemError) {
        let copy = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        while case let piece = try source.read(upTo: 1 << 20), !piece.isEmpty { try copy.write(piece) }
    }
}
