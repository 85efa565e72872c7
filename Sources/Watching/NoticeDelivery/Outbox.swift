internal import Faults
internal import Glibc
package import Notices
internal import UnixSystem

/// The folder in which notices are left for the sender, a file each. A file appears whole and is on the disk, or not at all.
package struct Outbox: Sendable {
    package static let usualPath = "/var/spool/waymark"
    /// The user that the package's watch runs as, and the group that the folder is shared with.
    package static let account = "waymark-watch"
    /// More files are not taken: a sender that does not run must not fill the disk.
    package static let limit = 10_000

    package let path: String

    package init(_ path: String) { self.path = path }

    /// Leaves notices for the sender. One that is there already is written over with the same.
    package func leave(_ notices: [Notice]) throws {
        guard !notices.isEmpty else { return }
        let waiting = Folder.names(in: path).count
        guard waiting + notices.count <= Self.limit else {
            throw NotifyError(
                .spoolFull, "no notices are left in \(path)", why: "\(waiting) wait there already",
                next: "start the sender: systemctl status waymark-notify")
        }
        let files = notices.map { (new: "\(path)/.\($0.id).new", name: "\(path)/\($0.id).json") }
        for (notice, file) in zip(notices, files) { try Self.write(try NoticeText.bytes(notice), to: file.new) }
        // Together, and each whole: a mail then has all of a run.
        for file in files { try File.rename(file.new, to: file.name) }
        try Folder.synchronize(path)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600)
        // The sender is another user than root and the watch; the folder lets no further ones in.
        try file.change(mode: 0o644)
        try file.write(bytes)
        try file.synchronize()
    }
}
