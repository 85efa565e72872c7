internal import Glibc
internal import Registry
internal import UnixSystem

/// The files of a registry's folder that have a part in its replacement.
///
/// A write-ahead log beside another database's file would be played into it, so file and log must never be of two
/// registries. They cannot be renamed together; therefore the new file, when it is complete and on the disk, gets a
/// name that says so, and from then on the replacement is carried out to its end, by whoever comes next.
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

    /// Where the new registry is made. What lies there from an attempt that was cut short is rubbish.
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
        try File.makeLike(path, draft, mode: 0o640)
        try FileDescriptor.open(draft, flags: O_RDONLY).synchronize()
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
