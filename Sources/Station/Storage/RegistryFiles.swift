internal import Glibc
internal import UnixSystem

/// The files that belong to a registry, which only its account may read: sightings of people are in them, and every URL.
package enum RegistryFiles {
    /// What a registry's name is followed by in the names of its files.
    private static let suffixes = ["", "-wal", "-shm", ".lock", ".reserve", ".restoring", ".restoring-wal"]
    private static let dated = [".replaced-", ".restored-"]
    private static let besides = ["device.key"]

    /// Takes away what group and others may do with the files of a registry, and with its folder when nothing else is in
    /// it. Gives the paths of those that were changed.
    ///
    /// Only files of this process's own account are changed, never what a symbolic link leads to. Earlier versions made
    /// the registry with mode 0640 for a group that people are in.
    package static func tighten(_ registry: String) throws -> [String] {
        let folder = try TrustedFolder(Folder.parent(of: registry))
        let name = registry.split(separator: "/").last.map(String.init) ?? registry
        let names = try folder.names()
        let own = names.filter { isOf(name, $0) }
        var changed: [String] = []
        for name in own.sorted() where try tighten(name, in: folder) { changed.append("\(folder.path)/\(name)") }
        let isAlone = names.count == own.count + (names.contains("sheets") ? 1 : 0)
        if isAlone, folder.status.owner == geteuid(), folder.status.mode & 0o077 != 0 {
            let whole = try folder.open(".", flags: O_RDONLY | O_DIRECTORY)
            if fchmod(whole.rawValue, folder.status.mode & 0o700) == 0 { changed.append(folder.path) }
        }
        return changed
    }

    /// Removes what a daemon that was killed has left beside a registry: copies that were being made, an upload that was
    /// being read, the draft of a restoration. The caller holds the registry's lock. Gives their paths.
    package static func removeLeftovers(of registry: String) -> [String] {
        let folder = Folder.parent(of: registry)
        let name = registry.split(separator: "/").last.map(String.init) ?? registry
        let beside = Folder.names(in: folder).filter { file in
            file.hasPrefix("\(name)\(copy)") || drafts.contains { file == name + $0 }
        }
        let uploads = Folder.names(in: "\(folder)/uploads").map { "uploads/\($0)" }
        return (beside + uploads).sorted().map { "\(folder)/\($0)" }.filter { unsafe unlink($0) == 0 }
    }

    /// How the name of a copy begins that is being made for a client.
    private static let copy = ".backup-"
    private static let drafts = [".restoring", ".restoring-wal", ".restoring-shm"]

    private static func isOf(_ registry: String, _ name: String) -> Bool {
        besides.contains(name) || suffixes.contains { name == registry + $0 }
            || dated.contains { name.hasPrefix(registry + $0) }
    }

    private static func tighten(_ name: String, in folder: borrowing TrustedFolder) throws -> Bool {
        guard let status = folder.status(of: name), status.kind == .file, status.owner == geteuid(),
            status.mode & 0o077 != 0
        else { return false }
        let file = try folder.open(name, flags: O_RDONLY | O_NONBLOCK)
        guard FileStatus(of: file.rawValue)?.owner == geteuid() else { return false }
        return fchmod(file.rawValue, status.mode & 0o700) == 0
    }
}
