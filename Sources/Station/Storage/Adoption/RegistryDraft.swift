internal import Glibc
package import UnixSystem

/// The file of a registry that is being made, beside the name that it gets when it is whole.
package struct RegistryDraft: Sendable {
    /// The name that it gets.
    package let registry: String
    package var path: String { registry + ".handing-back" }

    package init(of registry: String) { self.registry = registry }

    package var exists: Bool { File.exists(path) }

    /// With its log.
    package func remove() {
        for suffix in ["", "-wal", "-shm"] { unsafe unlink(path + suffix) }
    }

    /// Its log is in it: see ``SQLiteRegistry/checkpoint()``. In one step, and forced to the disk.
    package func finish() throws(SystemError) {
        try File.rename(path, to: registry)
        remove()
        try Folder.synchronize(Folder.parent(of: registry))
    }
}
