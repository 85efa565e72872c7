internal import Glibc
internal import Registry
internal import UnixSystem

/// The files of a registry's folder that have a part in its replacement.
///
/// SQLite would replay a write-ahead log into another database's file beside it, so file and log must never be of two
/// registries. They cannot be renamed together; therefore the new file, when it is complete and on the disk, gets a
/// name that says so. From then on, the next process that opens the registry completes the replacement.
struct RegistryPlace {
    let path: String
    let folder: String
    private let name: String

    init(_ path: String) {
        self.path = path
        let slash = path.lastIndex(of: "/")
        folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Where the new registry is made. A file that an interrupted attempt left there can be deleted.
    var draft: String { path + ".restoring" }

    /// The name under which a replaced registry is kept.
    func keptName(_ time: Timestamp) -> String { "\(name).replaced-\(Self.stamp(time))" }

    /// `20261121T213000Z`
    private static func stamp(_ time: Timestamp) -> String {
        time.iso8601.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }

    func removeDraft() { for suffix in Self.suffixes { unsafe unlink(draft + suffix) } }

    private static let suffixes = ["", "-wal", "-shm"]

    /// The draft is complete: it takes the registry's place, and the registry is kept.
    func replace(at time: Timestamp) throws(SystemError) {
        // The draft is a file on its own since its connection was closed.
        for suffix in Self.suffixes.dropFirst() { unsafe unlink(draft + suffix) }
        let file = try FileDescriptor.open(draft, flags: O_RDONLY | O_NOFOLLOW)
        _ = fchmod(file.rawValue, 0o600)
        try file.synchronize()
        try File.rename(draft, to: "\(path).restored-\(Self.stamp(time))")
        try Folder.synchronize(folder)
        try finish()
    }

    /// Carries out a replacement that was begun. Without one it does nothing.
    func finish() throws(SystemError) {
        guard let ready = readyFile else { return }
        let stamp = ready.dropFirst("\(name).restored-".count)
        for suffix in ["-wal", ""] {
            let old = path + suffix
            guard File.exists(old) else { continue }
            try File.rename(old, to: "\(path).replaced-\(stamp)\(suffix)")
        }
        unsafe unlink(path + "-shm")
        try Folder.synchronize(folder)
        try File.rename("\(folder)/\(ready)", to: path)
        try Folder.synchronize(folder)
    }

    private var readyFile: String? {
        Folder.names(in: folder).first { $0.hasPrefix("\(name).restored-") }
    }
}
